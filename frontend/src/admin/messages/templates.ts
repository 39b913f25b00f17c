import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

const KEY = 'yingku.replyTemplates'
/** Maximum number of templates. */
export const TEMPLATES_MAX = 20

const store = persistedStore<readonly string[]>({ key: KEY, parse, format: (templates) => JSON.stringify(templates) })

function parse(text: string | null): string[] {
  const saved = parseStored(text)
  if (!Array.isArray(saved)) return []
  return saved.filter((kept): kept is string => typeof kept === 'string' && kept.trim() !== '').slice(0, TEMPLATES_MAX)
}

/** Templates of this device, the one used or added last first. */
export function useTemplates(): readonly string[] {
  return useStore(store)
}

/** Adds a template without duplicates, and drops the oldest above the limit. */
export function addTemplate(text: string): void {
  const kept = text.trim()
  if (kept !== '') store.set([kept, ...store.get().filter((known) => known !== kept)].slice(0, TEMPLATES_MAX))
}

/** Moves a template that was sent to the front. */
export function templateUsed(text: string): void {
  if (store.get().includes(text)) addTemplate(text)
}

export function removeTemplate(text: string): void {
  store.set(store.get().filter((known) => known !== text))
}
