import type { Work } from '@/shared/api/types.ts'

/**
 * The placeholder colour of a cover. The API derives it from the generated picture, so an uploaded picture has none.
 */
export function coverTint(work: Pick<Work, 'id' | 'picSmall' | 'tint'>): string | undefined {
  return work.picSmall.startsWith(`covers/${work.id}-`) ? work.tint : undefined
}
