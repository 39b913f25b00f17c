import type { Term } from '@/shared/api/types.ts'

/** The name to show: the Chinese one where there is one. */
export function termName(term: Term): string {
  return term.nameCn || term.name
}
