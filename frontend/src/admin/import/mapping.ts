import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { fieldName } from '../kit/field-names.ts'

/** A mapping file: what the columns of a table mean. Its other values are kept as they are. */
interface Mapping {
  columns: Record<string, string | null>
}

const FIELDS: readonly string[] = [
  'channel',
  'number',
  'title',
  'pubTime',
  'duration',
  'duration:seconds',
  'average',
  'evaluates',
  'isOnline',
  'picBig',
  'picSmall',
  'imageBig',
  'imageSmall',
  'mp4',
  'tags',
  'performers',
  'makers',
  'labels',
  'directors',
  'series',
  'items',
  'magnets',
  'magnetLength',
  'magnetTime',
  'hidden',
]

const OWN_NAMES: Readonly<Record<string, string>> = {
  'duration:seconds': '时长（秒）',
  magnetLength: '磁力大小',
  magnetTime: '磁力时间',
}

/** The columns of a table and their fields; none if it is no table. */
export function columnsOf(mapping: string): [column: string, field: string][] {
  if (mapping === '') return []
  const { columns } = JSON.parse(mapping) as Mapping
  return Object.entries(columns).map(([column, field]) => [column, field ?? ''])
}

/** The mapping with another field for a column. */
export function withColumn(mapping: string, column: string, field: string): string {
  const known = JSON.parse(mapping) as Mapping
  return JSON.stringify({ ...known, columns: { ...known.columns, [column]: field === '' ? null : field } })
}

/** What a column can mean. A field that is not among the usual ones, such as a group of tags, can be kept. */
export function fieldChoices(current: string): { value: string; label: string }[] {
  const fields = current === '' || FIELDS.includes(current) ? FIELDS : [current, ...FIELDS]
  const choices = fields.map((value) => ({ value, label: OWN_NAMES[value] ?? nameOf(value) }))
  return [{ value: '', label: '不导入' }, ...choices]
}

function nameOf(field: string): string {
  const [name = field, group] = field.split(':')
  return group ? `${fieldName(name)}：${group}` : fieldName(name)
}

/** The fields of a line as texts: lists by their names. */
export function lineFields(line: string): Record<string, string> {
  if (line === '') return {}
  const fields = JSON.parse(line) as Record<string, unknown>
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, textOf(value, field)]))
}

/** What is wrong with a line, with the field as the console names it. */
export function problemOf(text: string): string {
  return text.replace(/(^|；)(\w+): /g, (_, before: string, field: string) => `${before}${fieldName(field)}：`)
}

/** A value of a dry run. */
export function shownValue(text: string): string {
  return { '': '（空）', true: '是', false: '否' }[text] ?? text
}

function textOf(value: unknown, field = ''): string {
  if (field === 'channel') return CHANNELS[value as ChannelName]?.label ?? String(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map((each) => textOf(each)).join('、')
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  return String(value ?? '')
}
