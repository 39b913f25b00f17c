import { fieldName, plainValue } from './field-names.ts'

/** One field that an operator changed, as people say it; of a list what went and what came. */
export interface Change {
  field: string
  /** What was there, or was taken out of the list; `null` for nothing. */
  before: string | null
  /** What is there now, or was put into the list; `null` for nothing. */
  after: string | null
}

/** What differs between two states of a thing of some kind, field by field; a state may come as JSON text. */
export function changesBetween(targetKind: string, before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const [left, right] = [old[field], now[field]]
    if (JSON.stringify(left) === JSON.stringify(right)) return []
    const [from, to] =
      Array.isArray(left) || Array.isArray(right)
        ? listTexts(field, listOf(left), listOf(right))
        : [textOf(targetKind, field, left), textOf(targetKind, field, right)]
    // Nothing that people see has changed, such as the order of a list.
    return from === to ? [] : [{ field: fieldName(field), before: from, after: to }]
  })
}

function fieldsOf(state: unknown): Record<string, unknown> {
  const value = typeof state === 'string' ? parsed(state) : state
  if (value === null || value === undefined || value === '') return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  return { 值: value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
}

function listTexts(field: string, before: unknown[], after: unknown[]): [string | null, string | null] {
  const texts = (list: unknown[]) => list.map((entry) => plainValue('', field, entry))
  const [old, now] = [texts(before), texts(after)]
  const joined = (list: string[]) => (list.length === 0 ? null : list.join('、'))
  return [joined(old.filter((entry) => !now.includes(entry))), joined(now.filter((entry) => !old.includes(entry)))]
}

function textOf(targetKind: string, field: string, value: unknown): string | null {
  return value === null || value === undefined ? null : plainValue(targetKind, field, value)
}
