import type { Schemas } from '@/shared/api/contract.ts'

/** The name to show: the Chinese one where there is one. */
export function termName(term: Schemas['Term']): string {
  return term.nameCn || term.name
}

/**
 * The language of a name if it is not Chinese: kana mean Japanese, which also selects the glyphs of shared ideographs.
 */
export function nameLang(name: string): 'ja' | undefined {
  return /[\u3040-\u30ff]/.test(name) ? 'ja' : undefined
}
