/** A field that two people have changed, each in their own way. */
export interface Clash {
  name: string
  label: string
  /** What it was when the form was opened. */
  before: string
  theirs: string
  mine: string
}

/** What became of a form when somebody else was quicker. */
export interface Rebased {
  /** The fields that they alone have changed, as they are now. */
  taken: Record<string, string>
  /** What they alone have changed, for people. */
  news: { name: string; label: string; before: string; theirs: string }[]
  clashes: Clash[]
}

/** A form's fields with what people call them, in the order of the form. */
export type FieldLabels = readonly { name: string; label: string }[]

/** Puts one's own changes of `before` on top of `theirs`. Fields that only one of two has changed need no decision. */
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
