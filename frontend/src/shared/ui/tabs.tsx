import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useSwipe } from '../lib/use-swipe.ts'
import './link-tabs.css'

export interface Tab<Key extends string> {
  key: Key
  label: string
  panel: ReactNode
}

interface TabsProps<Key extends string> {
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChange: (key: Key) => void
}

const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** ARIA tabs: one tab stop, arrows, Home and End, and a swipe over the panel; only the current panel is rendered. */
export function Tabs<Key extends string>({ label, tabs, current, onChange }: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const position = tabs.findIndex((tab) => tab.key === current)
  const swipe = useSwipe((step) => {
    const tab = tabs[position + step]
    if (tab) onChange(tab.key)
  })

  function onKeyDown(event: KeyboardEvent) {
    const step = STEP[event.key]
    const target =
      step === undefined ? { Home: 0, End: tabs.length - 1 }[event.key] : (position + step + tabs.length) % tabs.length
    const tab = target === undefined ? undefined : tabs[target]
    if (!tab) return
    event.preventDefault()
    onChange(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target ?? 0]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="link-tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            className="link-tab"
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} {...swipe}>
        {tabs[position]?.panel}
      </div>
    </>
  )
}
