import type { Schemas } from '@/shared/api/contract.ts'
import { codePoints } from '@/shared/lib/format.ts'
import type { Rule } from '@/shared/lib/use-form.ts'

/** Form values of the site's own words. */
export type SiteFormTexts = Record<'name' | 'logo' | 'announcement' | 'footer', string>

/** Longest values, in code points; as in the API. */
export const SITE_NAME_MAX = 12
export const ANNOUNCEMENT_MAX = 200
export const FOOTER_MAX = 120

/** Fields with labels, in form order. */
export const SITE_FIELDS = [
  { name: 'name', label: '网站名称' },
  { name: 'logo', label: 'Logo' },
  { name: 'announcement', label: '公告' },
  { name: 'footer', label: '页脚' },
] as const

const atMost =
  (label: string, most: number): Rule<SiteFormTexts> =>
  (text) =>
    codePoints(text) > most ? `${label}最多${most}个字符` : null

/** Validation rules of the form. */
export const SITE_RULES: Record<Exclude<keyof SiteFormTexts, 'logo'>, Rule<SiteFormTexts>> = {
  name: (text, all) => (text.trim() === '' ? '请填写网站名称' : atMost('网站名称', SITE_NAME_MAX)(text, all)),
  announcement: atMost('公告', ANNOUNCEMENT_MAX),
  footer: atMost('页脚', FOOTER_MAX),
}

/** The form values of stored texts. */
export function textsOf({ name, logo, announcement, footer }: Schemas['AdminSite']): SiteFormTexts {
  return { name, logo, announcement, footer }
}

/** The texts that differ from the stored ones. */
export function changedTexts(before: Schemas['AdminSite'], texts: SiteFormTexts): Partial<SiteFormTexts> {
  const changed = SITE_FIELDS.filter(({ name }) => texts[name].trim() !== before[name])
  return Object.fromEntries(changed.map(({ name }) => [name, texts[name].trim()]))
}
