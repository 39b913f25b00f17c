import { createStore, useStore } from '@/shared/feedback/store.ts'
import { readJson, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.replyTemplates'
/** How many replies a device keeps. */
export const TEMPLATES_MAX = 20

const store = createStore<readonly string[]>(read())

function read(): string[] {
  const saved = readJson('local', KEY)
  if (!Array.isArray(saved)) return []
  return saved.filter((text): text is string => typeof text === 'string' && text.trim() !== '').slice(0, TEMPLATES_MAX)
}

function write(templates: readonly string[]): void {
  store.set(templates)
  writeText('local', KEY, JSON.stringify(templates))
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) store.set(read())
})

/** Replies kept on this device, newest first. */
export function useTemplates(): readonly string[] {
  return useStore(store)
}

/** Keeps a reply, each once; the oldest goes when there are too many. */
export function addTemplate(text: string): void {
  const kept = text.trim()
  if (kept !== '') write([kept, ...store.get().filter((known) => known !== kept)].slice(0, TEMPLATES_MAX))
}

/** Forgets a kept reply. */
export function removeTemplate(text: string): void {
  write(store.get().filter((known) => known !== text))
}
