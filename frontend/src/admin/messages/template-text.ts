/** What stands for something else in a reply (R12.13). */
export const PLACEHOLDERS = [
  { name: '用户名', means: '会员的用户名' },
  { name: '日期', means: '今天的日期' },
  { name: 'VIP到期', means: '会员 VIP 到期的日期' },
  { name: '订单号', means: '会员最近一个订单的号码' },
] as const

/** What the placeholders stand for; one without a value is left out. */
export type PlaceholderValues = Partial<Record<(typeof PLACEHOLDERS)[number]['name'], string | undefined>>

const PLACEHOLDER = /\{(用户名|日期|VIP到期|订单号)\}/g

/** A reply with its placeholders filled in; those without a value stay. */
export function filledText(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (whole, name: keyof PlaceholderValues) => values[name] ?? whole)
}

/** The first placeholder that is left in a text. */
export function unfilled(text: string): string | undefined {
  return text.match(PLACEHOLDER)?.[0]
}

/** Templates that contain what was typed after `/`, in their order. */
export function templatesFor(templates: readonly string[], typed: string): string[] {
  const wanted = typed.slice(1).trim().toLowerCase()
  return templates.filter((template) => template.toLowerCase().includes(wanted))
}
