/**
 * The row to go on with after a save: the one that followed in the list as it was. A saved work may have left the list,
 * and then the one that took its place follows. `undefined` at the end of the page.
 */
export function nextWork<Row extends { id: string }>(
  before: readonly Row[],
  now: readonly Row[],
  id: string,
): Row | undefined {
  const at = before.findIndex((row) => row.id === id)
  const following = before.slice(at + 1).find((row) => row.id !== id && now.some((other) => other.id === row.id))
  const isGone = at >= 0 && !now.some((row) => row.id === id)
  return following ?? (isGone ? now.slice(at).find((row) => !before.some((other) => other.id === row.id)) : undefined)
}
