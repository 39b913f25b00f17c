import { CHANNELS } from '@/shared/config/channels.ts'
import type { FilterChoices, MarkChoice, SortChoice, TermChoice } from './choices.ts'

/** What the orders are called, in the order they are offered. */
export const SORT_LABELS: Record<SortChoice, string> = {
  kept: '最近加入',
  visited: '最近浏览',
  match: '相关度',
  new: '最新',
  score: '评分',
  saves: '收藏',
  views: '浏览',
  length: '时长',
}

export const MARK_LABELS: Record<MarkChoice, string> = { subtitle: '字幕', '4k': '4K', lossless: '无损' }

/** A length in minutes; without an end it is open there. */
export function lengthLabel(from: number | undefined, to: number | undefined): string {
  if (to === undefined) return `${from ?? 0}分钟以上`
  return from === undefined || from <= 1 ? `${to + 1}分钟以下` : `${from}–${to}分钟`
}

export function scoreLabel(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}分以上`
}

/** A span of years, months or days. */
export function periodLabel(from: string | undefined, to: string | undefined): string {
  if (from === to) return /^\d{4}$/.test(from ?? '') ? `${from}年` : (from ?? '')
  return from && to ? `${from} 至 ${to}` : from ? `${from} 起` : `${to} 止`
}

/** A chosen filter with its name, and the choices without it. */
export interface NamedChoice {
  key: string
  label: string
  rest: FilterChoices
}

/** Every chosen filter by itself. */
export function namedChoices(choices: FilterChoices, names: ReadonlyMap<string, string>): NamedChoice[] {
  const { terms, from, to, minLength, maxLength, score, online, marks, channel, dht } = choices
  const without = (change: Partial<FilterChoices>): FilterChoices => ({ ...choices, ...change })
  const label = ({ id, without }: TermChoice) => `${without ? '不要 ' : ''}${names.get(id) || '…'}`
  const period = { key: 'period', label: periodLabel(from, to), rest: without({ from: undefined, to: undefined }) }
  const length = {
    key: 'length',
    label: lengthLabel(minLength, maxLength),
    rest: without({ minLength: undefined, maxLength: undefined }),
  }
  return [
    ...(channel ? [{ key: 'channel', label: CHANNELS[channel].label, rest: without({ channel: undefined }) }] : []),
    ...terms.map((term) => ({
      key: term.id,
      label: label(term),
      rest: without({ terms: terms.filter(({ id }) => id !== term.id) }),
    })),
    ...(from || to ? [period] : []),
    ...((minLength ?? maxLength) === undefined ? [] : [length]),
    ...(score === undefined ? [] : [{ key: 'score', label: scoreLabel(score), rest: without({ score: undefined }) }]),
    ...(online ? [{ key: 'online', label: '在线', rest: without({ online: false }) }] : []),
    ...(dht ? [{ key: 'dht', label: '有磁力', rest: without({ dht: undefined }) }] : []),
    ...marks.map((mark) => ({
      key: mark,
      label: MARK_LABELS[mark],
      rest: without({ marks: marks.filter((other) => other !== mark) }),
    })),
  ]
}
