import type { RelationKind } from './paths.ts'

/** What each relation is called in search and filters, in the order they show it. */
export const RELATION_LABELS: Record<RelationKind, string> = {
  performer: '演员',
  tag: '类别',
  maker: '片商',
  series: '系列',
  label: '发行商',
  director: '导演',
  item: '相同系列',
}

/** All relations, in the order of their labels. */
export const RELATION_KINDS = Object.keys(RELATION_LABELS) as RelationKind[]
