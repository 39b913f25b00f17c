import { readText, removeItem, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.messageDraft'

/** A question typed before logging in, stored for this session. */
export function readDraft(): string {
  return readText('session', KEY) ?? ''
}

export function saveDraft(text: string): void {
  writeText('session', KEY, text)
}

export function clearDraft(): void {
  removeItem('session', KEY)
}
