import { useQuery } from '@tanstack/react-query'
import { useHiddenList } from '@/entities/hidden/hidden-terms.ts'
import { hotWordsOptions } from './api.ts'

/** What others search for, without the names of hidden terms. */
export function useHotWords(enabled = true): string[] {
  const hot = useQuery({ ...hotWordsOptions(), enabled })
  const names = useHiddenList().flatMap(({ name, nameCn }) => [name, nameCn])
  // Hot words are in lower case.
  const hidden = new Set(names.map((name) => name?.toLowerCase()))
  return (hot.data ?? []).filter((word) => !hidden.has(word.toLowerCase()))
}
