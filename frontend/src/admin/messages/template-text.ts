import { dayOf } from '@/shared/lib/format.ts'

/** What stands for something else in a reply. */
export const PLACEHOLDERS = [
  { name: '{name}', means: '会员的用户名' },
  { name: '{date}', means: '今天的日期' },
] as const

/**
 * A reply with its placeholders filled in.
 *
 * @param now milliseconds since the epoch
 */
export function filledText(text: string, member: string, now: number): string {
  const values = { name: member, date: dayOf(now / 1000) }
  return text.replace(/\{(name|date)\}/g, (_, name: keyof typeof values) => values[name])
}

/** Templates that contain what was typed after `/`, in their order. */
export function templatesFor(templates: readonly string[], typed: string): string[] {
  const wanted = typed.slice(1).trim().toLowerCase()
  return templates.filter((template) => template.toLowerCase().includes(wanted))
}
