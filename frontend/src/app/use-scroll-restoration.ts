import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { entryOf, keepPlaces, openPlaces, saveOffset, takeOffset } from '@/shared/lib/places.ts'

/** How long to wait for a page to reach its former height, in milliseconds. */
const PATIENCE_MS = 30_000
/** A page that loads nothing and keeps its height this long is complete, in milliseconds. */
const SETTLED_MS = 1_000
/** Events after which the page is not scrolled any more. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Stores the scroll offset of each history entry and restores it after a reload, once the content is loaded. The
 * router restores it within the document.
 */
export function useScrollRestoration(): void {
  const entry = entryOf(useLocation())
  const client = useQueryClient()
  const onTheWay = useRef<AbortSignal>(undefined)
  // Before the first list is rendered, which asks how many pages it had.
  useState(openPlaces)
  useLayoutEffect(keepPlaces, [])
  useLayoutEffect(() => {
    const keep = () => {
      // The offset of an incomplete page may not be the user's.
      if (onTheWay.current?.aborted ?? true) saveOffset(entry, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    // The last scroll event may still be pending. Capturing runs before the places are written.
    window.addEventListener('pagehide', keep, { capture: true })
    return () => {
      window.removeEventListener('scroll', keep)
      window.removeEventListener('pagehide', keep, { capture: true })
    }
  }, [entry])
  useEffect(() => {
    const stop = new AbortController()
    onTheWay.current = stop.signal
    goTo(takeOffset(entry), stop, () => client.isFetching() > 0)
    return () => stop.abort()
  }, [entry, client])
}

/** Scrolls once the page is high enough, and again whenever its height changes. A lower page is scrolled to its end. */
function goTo(y: number, stop: AbortController, isLoading: () => boolean): void {
  if (y === 0) {
    stop.abort()
    return
  }
  const { signal } = stop
  let settled: ReturnType<typeof setTimeout> | undefined
  function tryNow() {
    clearTimeout(settled)
    settled = setTimeout(settle, SETTLED_MS)
    if (isHighEnough()) scroll()
  }
  function settle() {
    if (isLoading()) return tryNow()
    scroll()
    // A short page may still wait for its code.
    if (isHighEnough()) stop.abort()
  }
  const isHighEnough = () => document.documentElement.scrollHeight >= y + window.innerHeight
  const scroll = () => window.scrollY !== y && window.scrollTo(0, y)
  const grows = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tryNow)
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
  signal.addEventListener('abort', () => {
    grows?.disconnect()
    clearTimeout(timer)
    clearTimeout(settled)
  })
  grows?.observe(document.body)
  window.addEventListener('resize', tryNow, { signal })
  for (const event of READING) window.addEventListener(event, () => stop.abort(), { signal, passive: true })
  tryNow()
}
