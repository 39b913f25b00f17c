/** The Chinese characters of an old encoding: all pairs of two bytes within these bounds, a line for each first one. */
function charactersOf(encoding: string, first: [number, number], second: [number, number]): Set<string> {
  const bytes: number[] = []
  for (let one = first[0]; one <= first[1]; one++) {
    for (let other = second[0]; other <= second[1]; other++) bytes.push(one, other)
    bytes.push(0x0a)
  }
  try {
    return new Set(Array.from(new TextDecoder(encoding).decode(new Uint8Array(bytes))).filter(isHan))
  } catch {
    // A browser without the encoding marks nothing more.
    return new Set()
  }
}

const isHan = (letter: string) => /\p{Script=Han}/u.test(letter)

let tables: { simplified: Set<string>; traditional: Set<string> } | undefined

/**
 * Whether one of two characters is traditional only and the other simplified only, as 電 and 电 are. The browser's own tables of
 * GB2312 and Big5, which have one script each, say so; which belong together they do not say.
 */
export function isOtherScript(one: string, other: string): boolean {
  if (!isHan(one) || !isHan(other)) return false
  tables ??= {
    simplified: charactersOf('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
    traditional: charactersOf('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  }
  const { simplified, traditional } = tables
  const isTraditional = (letter: string) => traditional.has(letter) && !simplified.has(letter)
  const isSimplified = (letter: string) => simplified.has(letter) && !traditional.has(letter)
  return (isTraditional(one) && isSimplified(other)) || (isSimplified(one) && isTraditional(other))
}
