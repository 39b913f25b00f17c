import { releaseDay } from '@/entities/work/release.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import type { TermKind } from '../kit/term-kinds.ts'
import { linesOf, magnetLine, magnetOf, termLines, termsOf } from './work-lines.ts'

/** An editable field of a work. */
export type WorkFieldName = Exclude<keyof Schemas['EditWorkForm'], 'id' | 'version' | 'release' | 'knownTermsOnly'>

/** The changed fields of a work. */
export type WorkChange = Omit<Schemas['EditWorkForm'], 'id' | 'version'>

/** Form values of a work. */
export type WorkTexts = Record<WorkFieldName, string>

/** Input type: single line, multi-line, or one entry per line. */
type FieldKind =
  | 'line'
  | 'text'
  | 'whole'
  | 'decimal'
  | 'time'
  | 'online'
  | 'state'
  | 'moment'
  | 'picture'
  | 'pictures'
  | 'terms'
  | 'magnets'

interface FieldSpec {
  name: WorkFieldName
  label: string
  hint?: string
  kind: FieldKind
  /** Of a field of terms, which ones. */
  terms?: TermKind
}

const ADDRESS_HINT = '图片库里的路径，或 IMAGE_BASE、IMAGE_HOSTS 所列主机的 https 地址；可留空'

function terms(name: WorkFieldName, label: string, kind: TermKind): FieldSpec {
  return { name, label, kind: 'terms', terms: kind }
}

/** Fields with label and type, in form order. */
export const WORK_FIELDS: readonly FieldSpec[] = [
  { name: 'state', label: '状态', kind: 'state' },
  {
    name: 'publishTime',
    label: '定时发布（北京时间）',
    kind: 'moment',
    hint: '状态为“定时”时填写，如 2026-01-31 20:00:00',
  },
  { name: 'number', label: '番号', kind: 'line' },
  { name: 'title', label: '标题', kind: 'text' },
  {
    name: 'pubTime',
    label: '发行时间',
    kind: 'time',
    hint: '可以带时刻；不全时填 2026-01 或 2026',
  },
  { name: 'duration', label: '时长（分钟）', kind: 'whole' },
  { name: 'average', label: '评分（0–5）', kind: 'decimal' },
  { name: 'evaluates', label: '评价人数', kind: 'whole' },
  terms('tags', '类别', 'tag'),
  terms('performers', '演员', 'performer'),
  terms('makers', '片商', 'maker'),
  terms('labels', '发行商', 'label'),
  terms('directors', '导演', 'director'),
  terms('series', '系列', 'series'),
  terms('items', '相同系列', 'item'),
  { name: 'magnets', label: '磁力链接', kind: 'magnets', hint: '每行一个：哈希 | 字节数 | 时间 | 名称' },
  { name: 'picSmall', label: '小封面', kind: 'picture', hint: ADDRESS_HINT },
  { name: 'picBig', label: '大封面', kind: 'picture', hint: ADDRESS_HINT },
  { name: 'imageSmall', label: '小剧照', kind: 'pictures', hint: '每行一个地址' },
  { name: 'imageBig', label: '大剧照', kind: 'pictures', hint: '每行一个地址' },
  { name: 'mp4', label: '预览视频', kind: 'line', hint: ADDRESS_HINT },
  { name: 'isOnline', label: '在线播放', kind: 'online' },
  {
    name: 'm3u8',
    label: '播放地址',
    kind: 'line',
    hint: 'STREAM_HOSTS 所列主机的 https 地址，站内影片没有或失败时播放',
  },
]

/** Choices of online playback (R4.1). */
export const ONLINE_CHOICES = [
  { value: '0', label: '不支持' },
  { value: '1', label: '可在线观看' },
  { value: '2', label: '转码中' },
] as const

/** Choices of the state (R21.23). Hiding and restoring need a reason, which the list asks for. */
export const STATE_CHOICES = [
  { value: 'published', label: '显示' },
  { value: 'draft', label: '草稿' },
  { value: 'scheduled', label: '定时' },
  { value: 'hidden', label: '已隐藏' },
] as const

/** A value formatted for display. */
export function shownText(name: string, text: string): string {
  const kind = WORK_FIELDS.find((spec) => spec.name === name)?.kind
  if (kind === 'terms')
    return termsOf(text)
      .terms.map((term) => term.name)
      .join('、')
  if (kind === 'state') return STATE_CHOICES.find(({ value }) => value === text)?.label ?? text
  if (kind !== 'online') return text
  return ONLINE_CHOICES.find(({ value }) => value === text)?.label ?? text
}

const RATING_MAX = 5
const MOMENT = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/
const TIME = /^\d{4}(-\d{2}(-\d{2}( \d{2}:\d{2}:\d{2})?)?)?$/

export function textsOf(detail: AdminWorkDetail): WorkTexts {
  return Object.fromEntries(WORK_FIELDS.map((spec) => [spec.name, textOf(spec, detail)])) as WorkTexts
}

/** The text of a value as the log has it; an empty one is missing there. Terms have only their names. */
export function fieldText(spec: FieldSpec, value: unknown, detail: AdminWorkDetail): string {
  const { name, kind } = spec
  if (value === undefined || value === null) return NO_TEXTS[name]
  if (kind === 'time') return dayIfWhole(String(value))
  if (kind !== 'terms') return textOf(spec, { ...detail, [name]: value })
  const known = detail[name] as Schemas['WorkTerm'][]
  const named = (value as { name: string }[]).map(
    (term) => known.find((own) => own.name === term.name) ?? { name: term.name, nameCn: '', group: '' },
  )
  return termLines({ terms: named, typed: '' })
}

function textOf({ name, kind }: FieldSpec, detail: AdminWorkDetail): string {
  const value: unknown = detail[name]
  if (kind === 'pictures') return (value as string[]).join('\n')
  if (kind === 'terms') return termLines({ terms: value as Schemas['WorkTerm'][], typed: '' })
  if (kind === 'magnets') return (value as Schemas['WorkMagnet'][]).map(magnetLine).join('\n')
  if (kind === 'moment') return detail.publishTime ?? ''
  if (kind === 'time') return detail.pubPrecision ? releaseDay(detail) : dayIfWhole(String(value))
  return String(value)
}

/** A time without its hours, where those say nothing. */
function dayIfWhole(time: string): string {
  return time.replace(/ 00:00:00$/, '')
}

/** The API value of a valid text. */
function sentValue(kind: FieldKind, text: string): unknown {
  if (kind === 'whole' || kind === 'decimal' || kind === 'online') return Number(text)
  if (kind === 'pictures') return linesOf(text)
  if (kind === 'terms') return termsOf(text).terms.map(({ name, nameCn, group }) => ({ name, nameCn, group }))
  if (kind === 'magnets') return linesOf(text).map(magnetOf)
  return text.trim()
}

/** Validates a field; `null` if valid. The server validates again. */
export function workFieldRule({ name, kind }: FieldSpec, text: string): string | null {
  const value = text.trim()
  if ((name === 'number' || name === 'title') && value === '') return '不能为空'
  if (kind === 'whole' && !/^\d{1,9}$/.test(value)) return '请填写不小于 0 的整数'
  if (kind === 'decimal' && !(/^\d+(\.\d+)?$/.test(value) && Number(value) <= RATING_MAX)) return '请填写 0 至 5 的数'
  if (kind === 'time' || kind === 'moment') return brokenTime(kind, value)
  if (kind === 'terms') return termsOf(text).typed === '' ? null : '还没有选定：请选一项，或清空'
  if (kind === 'magnets') return brokenMagnet(text)
  return null
}

function brokenTime(kind: 'time' | 'moment', value: string): string | null {
  if (kind === 'time') return TIME.test(value) ? null : '请按 2026-01-31 的格式填写'
  return value === '' || MOMENT.test(value) ? null : '请按 2026-01-31 20:00:00 的格式填写'
}

/** Names the first invalid line. */
function brokenMagnet(text: string): string | null {
  const broken = linesOf(text).findIndex((line) => magnetOf(line) === null)
  return broken < 0 ? null : `第 ${broken + 1} 行格式有误`
}

export const NO_TEXTS = Object.fromEntries(WORK_FIELDS.map(({ name, kind }) => [name, emptyText(kind)])) as WorkTexts

function emptyText(kind: FieldKind): string {
  if (kind === 'state') return 'published'
  return kind === 'whole' || kind === 'decimal' || kind === 'online' ? '0' : ''
}

/** Fields of a new work, ready to be sent. Empty ones are left out. */
export function newFields(texts: WorkTexts): WorkChange {
  const written = WORK_FIELDS.filter(({ name }) => texts[name].trim() !== NO_TEXTS[name])
  return Object.fromEntries(written.map(({ name, kind }) => [name, sentValue(kind, texts[name])]))
}

/** The changed fields, ready to be sent. */
export function changedFields(before: AdminWorkDetail, after: WorkTexts): WorkChange {
  const changed = WORK_FIELDS.filter((spec) => after[spec.name].trim() !== textOf(spec, before).trim())
  return Object.fromEntries(changed.map(({ name, kind }) => [name, sentValue(kind, after[name])]))
}

/** Whether a changed field has terms that are to be made. */
export function makesTerms(before: AdminWorkDetail | null, after: WorkTexts): boolean {
  return WORK_FIELDS.some((spec) => {
    const isChanged = before === null || after[spec.name].trim() !== textOf(spec, before).trim()
    return spec.kind === 'terms' && isChanged && termsOf(after[spec.name]).terms.some(({ isNew }) => isNew)
  })
}

/** The field that the server's message is about, with what it says of it. */
export function refusedField(message: string, texts: WorkTexts): { name: WorkFieldName; text: string } | null {
  const [, field, text = ''] = /^影片资料有误：(\w+)[^:]*: (.*)$/s.exec(message) ?? []
  const [, host = ''] = /主机 (\S+) 未被允许/.exec(message) ?? []
  const isStream = message.startsWith('播放地址')
  const spec = WORK_FIELDS.find(({ name }) =>
    field ? name === field : host !== '' && isStream === (name === 'm3u8') && texts[name].includes(`//${host}`),
  )
  return spec ? { name: spec.name, text: field ? text : message } : null
}
