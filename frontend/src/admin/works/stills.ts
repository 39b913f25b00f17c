import { linesOf } from './work-lines.ts'

/** A still in both sizes. */
export interface Still {
  small: string
  big: string
}

/** The stills of the two fields, which belong together by their places; where one is missing, the other stands for it. */
export function stillsOf(small: string, big: string): Still[] {
  const [smalls, bigs] = [linesOf(small), linesOf(big)]
  const longer = smalls.length >= bigs.length ? smalls : bigs
  return longer.map((path, at) => ({ small: smalls[at] ?? path, big: bigs[at] ?? path }))
}

/** The stills with one moved to another place. */
export function moved(stills: readonly Still[], from: number, to: number): Still[] {
  const next = [...stills]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** The texts of the two fields. */
export function stillLines(stills: readonly Still[]): Record<keyof Still, string> {
  return { small: stills.map(({ small }) => small).join('\n'), big: stills.map(({ big }) => big).join('\n') }
}
