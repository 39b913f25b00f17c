import type { Work } from '@/shared/api/types.ts'

/**
 * The colour that stands in for a work's cover. The API takes it from the picture it draws for the work's id, so a
 * picture of its own has none: the neutral ground waits for it.
 */
export function coverTint(work: Pick<Work, 'id' | 'picSmall' | 'tint'>): string | undefined {
  return work.picSmall.startsWith(`covers/${work.id}-`) ? work.tint : undefined
}
