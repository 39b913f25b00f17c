import type { Schemas } from '@/shared/api/contract.ts'

/** The name to show: the Chinese one where there is one. */
export function termName(term: Schemas['Term']): string {
  return term.nameCn || term.name
}

/** The language of a name where it is not the page's: kana give Japanese away, and shared ideographs take its shapes then. */
export function nameLang(name: string): 'ja' | undefined {
  return /[\u3040-\u30ff]/.test(name) ? 'ja' : undefined
}
