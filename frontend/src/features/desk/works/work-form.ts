import type { WorkFields } from '@/shared/api/types.ts'

/** A work's fields as the form holds them. */
export type WorkTexts = Record<keyof WorkFields, string>

interface FieldSpec {
  name: keyof WorkFields
  label: string
  hint?: string
  kind: 'line' | 'text' | 'whole' | 'decimal' | 'time' | 'online'
}

/** Every field with its label and form, in the order of the form. */
export const WORK_FIELDS: readonly FieldSpec[] = [
  { name: 'number', label: '番号', kind: 'line' },
  { name: 'title', label: '标题', kind: 'text' },
  { name: 'pubTime', label: '发行时间', kind: 'time', hint: '2026-01-31 或 2026-01-31 20:00:00' },
  { name: 'duration', label: '时长（分钟）', kind: 'whole' },
  { name: 'average', label: '评分', kind: 'decimal', hint: '0 至 5' },
  { name: 'evaluates', label: '评价人数', kind: 'whole' },
  { name: 'isOnline', label: '在线播放', kind: 'online' },
  { name: 'picSmall', label: '小封面地址', kind: 'line' },
  { name: 'picBig', label: '大封面地址', kind: 'line' },
  { name: 'mp4', label: '预览视频地址', kind: 'line' },
  { name: 'imageSmall', label: '小剧照地址', kind: 'text', hint: '用逗号分开' },
  { name: 'imageBig', label: '大剧照地址', kind: 'text', hint: '用逗号分开' },
]

/** Choices of online playback (spec §3). */
export const ONLINE_CHOICES = [
  { value: '0', label: '不支持' },
  { value: '1', label: '可在线观看' },
  { value: '2', label: '转码中' },
] as const

const RATING_MAX = 5
const TIME = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/

/** A work's fields as texts. */
export function textsOf(fields: WorkFields): WorkTexts {
  return Object.fromEntries(WORK_FIELDS.map(({ name }) => [name, String(fields[name] ?? '')])) as WorkTexts
}

/** What is wrong with a field's text; `null` when it is fine. The server judges once more. */
export function workFieldRule({ name, kind }: FieldSpec, text: string): string | null {
  const value = text.trim()
  if ((name === 'number' || name === 'title') && value === '') return '不能为空'
  if (kind === 'whole' && !/^\d{1,9}$/.test(value)) return '请填写不小于 0 的整数'
  if (kind === 'decimal' && !(/^\d+(\.\d+)?$/.test(value) && Number(value) <= RATING_MAX)) return '请填写 0 至 5 的数'
  if (kind === 'time' && !TIME.test(value)) return '请按 2026-01-31 的格式填写'
  return null
}

/** The fields whose text differs from what the work has, ready to be sent. */
export function changedFields(before: WorkFields, after: WorkTexts): Partial<WorkFields> {
  const old = textsOf(before)
  const changed = WORK_FIELDS.filter(({ name }) => after[name].trim() !== old[name])
  return Object.fromEntries(
    changed.map(({ name }) => [name, typeof before[name] === 'number' ? Number(after[name]) : after[name].trim()]),
  )
}
