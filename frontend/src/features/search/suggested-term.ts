import { termName } from '@/entities/term/term-name.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { detailRelationPath } from '@/shared/config/paths.ts'
import type { SuggestedTerm } from './api.ts'

/** The page of a term, in the channel that has most of its works. */
export function termPath(term: Pick<SuggestedTerm, 'kind' | 'modId' | 'id'>): string {
  return detailRelationPath(term.kind, channelOf(term.modId).name, term.id)
}

/** The other name of a term: the one it was found by, or its original one. */
export function otherName(term: SuggestedTerm): string | undefined {
  const other = term.alias || (term.nameCn ? term.name : '')
  return other && other !== termName(term) ? other : undefined
}

/** Whether both are the same name of one kind: each channel has its own term. */
export function isNamesake(one: SuggestedTerm, other: SuggestedTerm): boolean {
  return one.kind === other.kind && termName(one) === termName(other)
}

/** 67 部, or 有码 67 部. */
export function countText(term: SuggestedTerm, withChannel: boolean): string {
  return `${withChannel ? `${channelOf(term.modId).label} ` : ''}${term.count} 部`
}
