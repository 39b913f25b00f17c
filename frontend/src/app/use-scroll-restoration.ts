import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { entryOf, openPlaces, saveOffset, takeOffset } from '@/shared/lib/places.ts'

/** How long a page may take to become as high as it was, in milliseconds. */
const PATIENCE_MS = 30_000
/** A page that loads nothing and has kept its height for so long is complete, in milliseconds. */
const SETTLED_MS = 1_000
/** Whoever does one of these has begun to read: the page stays where it is. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Remembers how far down each entry of the history is, and goes there again after a reload, once what was loaded there
 * is there again. Going back within the document is the router's.
 */
export function useScrollRestoration(): void {
  const entry = entryOf(useLocation())
  const client = useQueryClient()
  const onTheWay = useRef<AbortSignal>(undefined)
  useLayoutEffect(openPlaces, [])
  useLayoutEffect(() => {
    const keep = () => {
      // A page that is not complete yet may be where nobody has scrolled to.
      if (onTheWay.current?.aborted ?? true) saveOffset(entry, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    // The last scroll may not have been told yet. Captured, so that it comes before the places are written.
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

/**
 * Scrolls once the page is high enough, and again as long as it changes: placeholders are not as high as what comes. A
 * page that is lower than it was is scrolled as far as it goes.
 */
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
    // A page that is too low may still wait for its program.
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
