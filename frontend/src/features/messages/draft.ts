import { readText, removeItem, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.messageDraft'

/** A question typed before logging in, kept for this visit of the site. */
export function readDraft(): string {
  return readText('session', KEY) ?? ''
}

/** Keeps a question until somebody has logged in. */
export function saveDraft(text: string): void {
  writeText('session', KEY, text)
}

/** Forgets the kept question. */
export function clearDraft(): void {
  removeItem('session', KEY)
}
