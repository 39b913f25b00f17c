import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { TERMS_KEY } from '../term/term-keys.ts'
import { termName } from '../term/term-name.ts'
import type { TermChoice } from './choices.ts'

const keyOf = (id: string) => [...TERMS_KEY, 'name', id] as const

/** The name of a term; empty if there is none. */
function termNameOptions(kind: RelationKind, id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      const { rows } = await apiGet('/v2/tag/list', { query: { tableName: kind, id, pageNum: 1, pageSize: 1 }, signal })
      return rows[0] ? termName(rows[0]) : ''
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Names of the chosen terms by id, as far as they are known. */
export function useTermNames(terms: readonly TermChoice[]): ReadonlyMap<string, string> {
  const names = useQueries({ queries: terms.map(({ kind, id }) => termNameOptions(kind, id)) })
  return new Map(terms.map(({ id }, at) => [id, names[at]?.data ?? '']))
}

/** Remembers the name of a term that is being chosen, so that it need not be asked for. */
export function useKeepName(): (id: string, name: string) => void {
  const client = useQueryClient()
  return (id, name) => void client.setQueryData(keyOf(id), name)
}
