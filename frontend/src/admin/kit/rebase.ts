/** A field that both operators changed differently. */
export interface Clash {
  name: string
  label: string
  /** Value when the form was opened. */
  before: string
  theirs: string
  mine: string
}

/** Result of rebasing a form on a concurrent edit. */
export interface Rebased {
  /** Fields that only the other operator changed, with their new values. */
  taken: Record<string, string>
  /** The same, formatted for display. */
  news: { name: string; label: string; before: string; theirs: string }[]
  clashes: Clash[]
}

/** Field names with labels, in form order. */
export type FieldLabels = readonly { name: string; label: string }[]

/** Applies the own changes since `before` to `theirs`. Fields changed on one side only are merged. */
export function rebase(
  fields: FieldLabels,
  before: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
  mine: Readonly<Record<string, string>>,
): Rebased {
  const all = fields.map(({ name, label }) => ({
    name,
    label,
    before: before[name] ?? '',
    theirs: theirs[name] ?? '',
    mine: mine[name] ?? '',
  }))
  const changed = all.filter((field) => !isSame(field.theirs, field.before))
  const ours = (field: Clash) => !isSame(field.mine, field.before)
  const news = changed.filter((field) => !ours(field))
  return {
    taken: Object.fromEntries(news.map(({ name, theirs }) => [name, theirs])),
    news: news.map(({ name, label, before, theirs }) => ({ name, label, before, theirs })),
    clashes: changed.filter((field) => ours(field) && !isSame(field.theirs, field.mine)),
  }
}

function isSame(one: string, other: string): boolean {
  return one.trim() === other.trim()
}
