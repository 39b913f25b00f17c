import { fieldName, plainValue } from './field-names.ts'

/** A changed field, formatted for display. For lists: what was removed and what was added. */
export interface Change {
  field: string
  /** The old value, or the removed items; `null` for none. */
  before: string | null
  /** The new value, or the added items; `null` for none. */
  after: string | null
}

/** Differences between two states of an object, field by field; a state may be JSON text. */
export function changesBetween(targetKind: string, before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const [left, right] = [old[field], now[field]]
    if (JSON.stringify(left) === JSON.stringify(right)) return []
    const [from, to] =
      Array.isArray(left) || Array.isArray(right)
        ? listTexts(field, listOf(left), listOf(right))
        : [textOf(targetKind, field, left), textOf(targetKind, field, right)]
    // Only something invisible changed, such as the order of a list.
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
