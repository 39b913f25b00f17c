import { useEffect } from 'react'
import { RECENT_ITEMS_KEY } from '@/shared/config/constants.ts'
import { preferences } from '@/shared/lib/preferences.ts'
import { readJson, writeText } from '@/shared/lib/storage.ts'
import type { OpeningSection } from './sections.ts'

/** How many opened things are kept on the device. */
const MOST = 8
/** Longest stored name or note, in code points. */
const TEXT_MAX = 60

/** Something that was opened in the console. */
export interface RecentItem {
  section: OpeningSection
  id: string
  name: string
  note: string
}

const SECTIONS: readonly unknown[] = ['works', 'terms', 'members', 'orders', 'messages'] satisfies OpeningSection[]

function isItem(value: unknown): value is RecentItem {
  const { section, id, name, note } = (value ?? {}) as Partial<Record<keyof RecentItem, unknown>>
  return SECTIONS.includes(section) && [id, name, note].every((text) => typeof text === 'string')
}

/** What was opened last on this device, newest first; nothing in discreet mode. Logging out forgets it (R21.6). */
export function recentItems(): RecentItem[] {
  const saved = preferences().discreet ? null : readJson('local', RECENT_ITEMS_KEY)
  return Array.isArray(saved) ? saved.filter(isItem).slice(0, MOST) : []
}

/** Remembers what is open, once its name is known. */
export function useRecentItem(section: OpeningSection, id: string, name: string | undefined, note = ''): void {
  useEffect(() => {
    if (name === undefined || preferences().discreet) return
    const others = recentItems().filter((item) => item.section !== section || item.id !== id)
    const item: RecentItem = { section, id, name: shortened(name), note: shortened(note) }
    writeText('local', RECENT_ITEMS_KEY, JSON.stringify([item, ...others].slice(0, MOST)))
  }, [section, id, name, note])
}

function shortened(text: string): string {
  return Array.from(text).slice(0, TEXT_MAX).join('')
}
