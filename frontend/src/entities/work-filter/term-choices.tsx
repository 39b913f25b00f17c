import { useState } from 'react'
import type { TermEntry } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { nameLang, termName } from '../term/term-name.ts'
import type { Facets, WorksFilter } from '../work/api.ts'
import { type TermChoice, WITH_MAX } from './choices.ts'
import { useCountedTerms, useFoundTerms } from './find-terms.ts'
import { useKeepName, useTermNames } from './term-names.ts'
import './filter-panel.css'

interface TermChoicesProps {
  kind: RelationKind
  /** The list with all choices. */
  list: WorksFilter
  /** Those that works of the list have. */
  offered: Facets['terms']
  /** The chosen terms of all kinds. */
  chosen: readonly TermChoice[]
  onChange: (chosen: TermChoice[]) => void
}

interface Entry {
  id: string
  name: string
  /** Other names to find it by. */
  names: string
  /** Works with it; none for a chosen term that none has now, and while they are counted. */
  count?: number
  /** Channel it belongs to, as far as it is known. */
  modId?: number
  choice?: TermChoice
}

/** Terms shown at first. */
const FIRST = 8

/** The terms of a kind: each may be wanted, unwanted, or neither. */
export function TermChoices({ kind, list, offered, chosen, onChange }: TermChoicesProps) {
  const mine = chosen.filter((term) => term.kind === kind)
  const names = useTermNames(mine)
  const [find, setFind] = useState('')
  const [isWhole, setWhole] = useState(false)
  const keepName = useKeepName()
  const wanted = find.trim().toLowerCase()
  const others = useFoundTerms(kind, list.channel ?? list.choices?.channel, wanted)
  const entries = entriesOf(offered, mine, names)
  const more = others.rows.filter(({ id }) => id !== list.relation?.id && !entries.some((entry) => entry.id === id))
  const counted = useCountedTerms(
    list,
    more.map(({ id }) => id),
  )
  const label = RELATION_LABELS[kind]
  const found = [
    ...foundIn(entries, wanted, others.rows),
    ...more.map((term): Entry => {
      const { count, modId } = counted.get(term.id) ?? {}
      return { id: term.id, name: termName(term), names: term.name, count, modId }
    }),
  ]
  const shown = isWhole || wanted ? found : found.filter((entry, at) => at < FIRST || entry.choice)
  // In lists of all channels, each of which may have a term of that name.
  const isMixed = list.own ? list.own.isMixed : list.channel === undefined
  const isAmbiguous = ({ id, name }: Entry) =>
    isMixed && !list.choices?.channel && found.some((other) => other.name === name && other.id !== id)
  const isFull = chosen.filter(({ without }) => !without).length >= WITH_MAX

  function choose({ id, name, choice }: Entry, without: boolean) {
    keepName(id, name)
    const others = chosen.filter((term) => term.id !== id)
    onChange(choice?.without === without ? others : [...others, { kind, id, without }])
  }

  return (
    <>
      {entries.length > FIRST && (
        <input
          type="search"
          className="filter-find"
          placeholder={`查找${label}`}
          aria-label={`查找${label}`}
          value={find}
          maxLength={KEYWORD_MAX}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      <ul>
        {shown.map((entry) => (
          <TermRow
            key={entry.id}
            entry={entry}
            channel={entry.modId && isAmbiguous(entry) ? channelOf(entry.modId).label : undefined}
            isFull={isFull}
            onChoose={(without) => choose(entry, without)}
          />
        ))}
      </ul>
      {others.state === 'loading' && (
        <p className="filter-none" role="status">
          加载中
        </p>
      )}
      {others.state === 'error' && (
        <p className="filter-none" role="alert">
          加载失败{' '}
          <button type="button" className="filter-more" onClick={others.retry}>
            点击重试
          </button>
        </p>
      )}
      {others.state === 'done' && found.length === 0 && <p className="filter-none">没有符合的{label}</p>}
      {others.isPart && <p className="filter-none">还有更多{label}，请多输入几个字</p>}
      {shown.length < found.length && (
        <button type="button" className="filter-more" onClick={() => setWhole(true)}>
          展开全部 {found.length} 个
        </button>
      )}
    </>
  )
}

/** The terms with works, and before them those that were chosen and have none left. */
function entriesOf(
  offered: Facets['terms'],
  chosen: readonly TermChoice[],
  names: ReadonlyMap<string, string>,
): Entry[] {
  const listed = offered.map((term): Entry => {
    const choice = chosen.find(({ id }) => id === term.id)
    const { id, count, modId } = term
    return { id, name: termName(term), names: `${term.name} ${term.nameCn}`, count, modId, choice }
  })
  const missing = chosen.filter(({ id }) => !offered.some((term) => term.id === id))
  return [
    ...missing.map((choice): Entry => {
      const name = names.get(choice.id) || '…'
      return { id: choice.id, name, names: name, choice }
    }),
    ...listed,
  ]
}

/** The entries with what is wanted in a name, and those that the server found: it knows aliases and pinyin. */
function foundIn(entries: readonly Entry[], wanted: string, others: readonly TermEntry[]): Entry[] {
  return entries.filter(
    ({ id, names }) => names.toLowerCase().includes(wanted) || others.some((term) => term.id === id),
  )
}

interface TermRowProps {
  entry: Entry
  /** Its channel, where others have terms of that name. */
  channel?: string
  /** No more terms can be wanted. */
  isFull: boolean
  onChoose: (without: boolean) => void
}

function TermRow({ entry: { name, count, choice }, channel, isFull, onChoose }: TermRowProps) {
  const isWanted = choice?.without === false
  const fullName = channel ? `${name} ${channel}` : name
  const leavesNothing = count === 0 && !choice
  return (
    <li className="filter-term">
      <span className="filter-term-name" lang={nameLang(name)}>
        {name}
      </span>
      {channel && <span className="filter-term-channel">{channel}</span>}
      {count !== undefined && <span className="filter-term-count numeric">{count}</span>}
      <button
        type="button"
        aria-pressed={isWanted}
        aria-label={`要 ${fullName}`}
        disabled={(isFull && !isWanted) || leavesNothing}
        onClick={() => onChoose(false)}
      >
        要
      </button>
      <button
        type="button"
        aria-pressed={choice?.without === true}
        aria-label={`不要 ${fullName}`}
        onClick={() => onChoose(true)}
      >
        不要
      </button>
    </li>
  )
}
