import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FRESH_MS } from '@/shared/config/constants.ts'
import { usePaused } from '@/shared/lib/use-paused.ts'
import type { AdminPart, AdminSection } from '../kit/sections.ts'
import { type Found, PALETTE_KEY } from './api.ts'
import { foundGroup, type OptionGroup, type Outcome, sectionGroup } from './options.ts'
import { namedSections } from './section-words.ts'
import { type FoundRow, type OpenSource, sourcesFor } from './sources.ts'

/** How long typing must pause before anything is asked for, in milliseconds. */
const PAUSE_MS = 150
/** How long a list waits for those above it, in milliseconds; later ones are added below. */
const PATIENCE_MS = 400

/** What is shown for a typed text. */
export interface View {
  /** The keyword that the groups belong to; empty for none. */
  keyword: string
  groups: OptionGroup[]
  /** They belong to what was typed before. */
  isStale: boolean
  /** More will come. */
  isPending: boolean
}

/** The lists whose outcome is shown, in the order they came. */
interface Shown {
  keyword: string
  sections: readonly AdminSection[]
}

const NOTHING: Shown = { keyword: '', sections: [] }

/**
 * Searches all lists for what is typed. A group that has been shown keeps its place: others come below it. Until the first one
 * of another keyword is there, those of the last one stay.
 */
export function useFound(typed: string, parts: readonly AdminPart[]): View {
  const client = useQueryClient()
  const keyword = usePaused(typed, PAUSE_MS)
  const sources = sourcesFor(parts, keyword)
  const results = useQueries({ queries: sources.map((source) => queryOf(source, keyword, client)) })
  const isHurried = useHurry(keyword)

  const isDone = (index: number) => results[index]?.isPending === false
  const waiting = sources.findIndex((_, index) => !isDone(index))
  const ready = sources.filter((_, index) => isDone(index) && (isHurried || waiting < 0 || index < waiting))

  const [shown, setShown] = useState(NOTHING)
  const known = shown.keyword === keyword ? shown.sections : []
  const fresh = ready.map(({ section }) => section).filter((section) => !known.includes(section))
  const isOver = shown.keyword !== keyword && (keyword === '' || sources.length === 0)
  if (fresh.length > 0 || isOver) setShown({ keyword, sections: [...known, ...fresh] })

  const isStale = shown.keyword !== '' && shown.keyword !== keyword
  const current = isStale ? shown : { keyword, sections: known }
  return {
    keyword: current.keyword,
    groups: current.keyword === '' ? [] : groupsOf(client, current, parts),
    isStale: typed !== current.keyword,
    isPending: typed !== keyword || waiting >= 0,
  }
}

function keyOf(section: AdminSection, keyword: string) {
  return [...PALETTE_KEY, 'found', section, keyword] as const
}

function queryOf(source: OpenSource, keyword: string, client: QueryClient) {
  return {
    queryKey: keyOf(source.section, keyword),
    queryFn: ({ signal }: { signal: AbortSignal }) => source.find({ keyword, signal, client }),
    staleTime: FRESH_MS,
  }
}

/** Whether the patience with a keyword's first lists is over. */
function useHurry(keyword: string): boolean {
  const [hurried, setHurried] = useState('')
  useEffect(() => {
    if (keyword === '') return
    const timer = setTimeout(() => setHurried(keyword), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [keyword])
  return hurried === keyword
}

/** The groups of a keyword: the sections it names, then what came. */
function groupsOf(client: QueryClient, { keyword, sections }: Shown, parts: readonly AdminPart[]): OptionGroup[] {
  const sources = sourcesFor(parts, keyword)
  const found = sections.flatMap((section) => {
    const source = sources.find((known) => known.section === section)
    const outcome = outcomeOf(client, section, keyword)
    return source && outcome ? [foundGroup(source, keyword, outcome)] : []
  })
  return [sectionGroup(namedSections(parts, keyword)), ...found].filter(({ options }) => options.length > 0)
}

/** What has come of a question. One that is asked again after a failure stays a failure until it is answered. */
function outcomeOf(client: QueryClient, section: AdminSection, keyword: string): Outcome | undefined {
  const queryKey = keyOf(section, keyword)
  const found = client.getQueryData<Found<FoundRow>>(queryKey)
  if (found) return { found }
  const again = () => void client.refetchQueries({ queryKey })
  return client.getQueryState(queryKey) ? { error: true, again } : undefined
}
