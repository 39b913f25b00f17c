import { useQuery } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { AdminTerm } from '@/shared/api/types.ts'
import type { Channel } from '@/shared/config/channels.ts'
import { KIND_NAMES, type TermKind } from '../kit/term-kinds.ts'
import { MAX_OFFERED, useTermSearch } from './use-term-search.ts'
import type { ChosenTerm } from './work-lines.ts'

/** What can be chosen for a text. */
export interface TermOption {
  key: string
  term: ChosenTerm
  /** What it is called in the list. */
  label: string
  note: string
  /** Asks before it becomes a new term. */
  asks?: boolean
}

interface TermOptions {
  options: readonly TermOption[]
  state: 'closed' | 'loading' | 'error' | 'done'
  retry: () => void
}

interface TermSearch {
  kind: TermKind
  modId: Channel['modId']
  /** What is typed; without it, the most used ones are offered. */
  typed: string
  isOpen: boolean
  chosen: readonly ChosenTerm[]
}

/** Terms of a kind and channel by a part of a name, the most used first; below them the name itself, if there is none. */
export function useTermOptions({ kind, modId, typed, isOpen, chosen }: TermSearch): TermOptions {
  const maySearch = useQuery(userInfoOptions()).data?.permissions.includes('terms:edit') === true
  const name = typed.trim()
  const { found, isTyped } = useTermSearch({ typed, kind, modId, isWanted: isOpen && maySearch })
  const isAnswer = found.data !== undefined && !found.isPlaceholderData && isTyped
  const isFree = name !== '' && !chosen.some((term) => term.name === name)
  const retry = () => void found.refetch()
  if (!isOpen) return { options: [], state: 'closed', retry }
  // The server says on saving whether there is one.
  if (!maySearch) return { options: isFree ? [asItIs(name)] : [], state: 'done', retry }
  if (!isAnswer) return { options: [], state: found.isError && isTyped ? 'error' : 'loading', retry }

  const { rows, total } = found.data
  const isKnown = rows.some((term) => term.name === name)
  const offered = rows.filter((term) => !chosen.some((one) => one.name === term.name))
  const last = total > rows.length ? asItIs(name) : newOne(name, kind)
  return {
    options: [...exactFirst(offered, name), ...(isFree && !isKnown ? [last] : [])],
    state: 'done',
    retry,
  }
}

function exactFirst(terms: readonly AdminTerm[], typed: string): TermOption[] {
  const isExact = ({ name, nameCn, aliases }: AdminTerm) => [name, nameCn, ...aliases].includes(typed)
  return [...terms.filter(isExact), ...terms.filter((term) => !isExact(term))]
    .slice(0, MAX_OFFERED)
    .map(({ id, name, nameCn, group, count }) => ({
      key: id,
      term: { name, nameCn, group },
      label: name,
      note: [nameCn !== name && nameCn, group, `${count} 部`].filter(Boolean).join(' · '),
    }))
}

function newOne(name: string, kind: TermKind): TermOption {
  const term = { name, nameCn: '', group: '', isNew: true }
  return { key: 'new', term, label: `新建${KIND_NAMES[kind]}“${name}”`, note: '还没有这个名称', asks: true }
}

function asItIs(name: string): TermOption {
  return { key: 'name', term: { name, nameCn: '', group: '' }, label: `使用“${name}”`, note: '保存时核对' }
}
