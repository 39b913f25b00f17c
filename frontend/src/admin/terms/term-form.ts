import type { Schemas } from '@/shared/api/contract.ts'
import type { AdminTerm } from '@/shared/api/types.ts'
import { codePoints } from '@/shared/lib/format.ts'
import type { Rule } from '@/shared/lib/use-form.ts'

/** Form values of a term; one alias per line. */
export interface TermTexts {
  name: string
  nameCn: string
  aliases: string
  group: string
}

/** Limits; the server validates again. */
const NAME_MAX = 200
const GROUP_MAX = 64
const ALIASES_MAX = 200

/** Fields with labels, in form order. */
export const TERM_FIELDS = [
  { name: 'name', label: '名称' },
  { name: 'nameCn', label: '中文名' },
  { name: 'aliases', label: '别名' },
  { name: 'group', label: '分组' },
] as const

export const NO_TEXTS: TermTexts = { name: '', nameCn: '', aliases: '', group: '' }

export function textsOf({ name, nameCn, aliases, group }: AdminTerm): TermTexts {
  return { name, nameCn, aliases: aliases.join('\n'), group }
}

/** Names of a text, one per line. */
export function aliasesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const atMost =
  (most: number): Rule<TermTexts> =>
  (text) =>
    codePoints(text) > most ? `最多${most}个字` : null

/** Validation rules. */
export const TERM_RULES: Record<keyof TermTexts, Rule<TermTexts>> = {
  name: (text, all) => (text.trim() === '' ? '请填写名称' : atMost(NAME_MAX)(text, all)),
  nameCn: atMost(NAME_MAX),
  aliases: (text) => {
    const aliases = aliasesOf(text)
    if (aliases.length > ALIASES_MAX) return `最多${ALIASES_MAX}个别名`
    return aliases.some((alias) => codePoints(alias) > NAME_MAX) ? `每个别名最多${NAME_MAX}个字` : null
  },
  group: atMost(GROUP_MAX),
}

/** The API fields of the form values. */
export function factsOf({ name, nameCn, aliases, group }: TermTexts) {
  return { name: name.trim(), nameCn: nameCn.trim(), aliases: aliasesOf(aliases), group: group.trim() }
}

/** The changed fields, ready to be sent. */
export function changedFacts(before: AdminTerm, after: TermTexts): Omit<Schemas['EditTermForm'], 'id' | 'version'> {
  const facts = factsOf(after)
  const was: Record<string, unknown> = { ...before }
  const changed = Object.entries(facts).filter(([field, value]) => String(value) !== String(was[field]))
  return Object.fromEntries(changed)
}
