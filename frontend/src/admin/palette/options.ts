import type { IconNode } from 'lucide'
import type { RecentItem } from '../kit/recent-items.ts'
import { type AdminPart, openPath } from '../kit/sections.ts'
import { type Found, ROWS_MAX } from './api.ts'
import { allPath, type FoundRow, type OpenSource } from './sources.ts'

/** What an option does: it leads somewhere, or asks a list again. */
type Deed = { to: string } | { again: () => void }

/** One line that can be chosen. */
export type Option = Deed & {
  key: string
  icon: IconNode
  name: string
  note: string
  /** Stands for the group, and not for something of it. */
  isMore?: boolean
}

/** Options under one heading. */
export interface OptionGroup {
  key: string
  label: string
  options: Option[]
}

/** What a list has found; `error` if it could not be asked. */
export type Outcome = { found: Found<FoundRow> } | { error: true; again: () => void }

/** Sections of the console. */
export function sectionGroup(parts: readonly AdminPart[]): OptionGroup {
  return {
    key: 'sections',
    label: '前往',
    options: parts.map(({ section, label, icon, to }) => ({
      key: `section-${section}`,
      icon,
      name: label,
      note: '',
      to,
    })),
  }
}

/** What was opened last, as far as the operator may still see it. */
export function recentGroup(items: readonly RecentItem[], parts: readonly AdminPart[]): OptionGroup {
  const options = items.flatMap(({ section, id, name, note }): Option[] => {
    const part = parts.find((known) => known.section === section)
    if (!part) return []
    const key = `recent-${section}-${id}`
    return [{ key, icon: part.icon, name, note: note || part.label, to: openPath(section, id) }]
  })
  return { key: 'recent', label: '最近打开', options }
}

/** What a list has found, and the way to all of it. */
export function foundGroup(source: OpenSource, keyword: string, outcome: Outcome): OptionGroup {
  const { section, label, icon } = source
  const group = (options: Option[]): OptionGroup => ({ key: section, label, options })
  if ('error' in outcome) {
    const { again } = outcome
    return group([{ key: `${section}-again`, icon, name: `${label}查找失败`, note: '重试', isMore: true, again }])
  }
  const { rows, total } = outcome.found
  const options = rows.map(({ id, ...row }): Option => ({ ...row, key: `${section}-${id}`, icon }))
  if (total > ROWS_MAX) {
    const to = allPath(source, keyword)
    options.push({ key: `${section}-all`, icon, name: `查看全部${label}`, note: `共 ${total} 条`, isMore: true, to })
  }
  return group(options)
}
