/** The Chinese characters of an old encoding: all pairs of two bytes within these bounds. */
function charactersOf(encoding: string, first: [number, number], second: [number, number]): Set<string> {
  const characters = new Set<string>()
  try {
    const decoder = new TextDecoder(encoding)
    for (let one = first[0]; one <= first[1]; one++) {
      for (let other = second[0]; other <= second[1]; other++) {
        characters.add(decoder.decode(new Uint8Array([one, other])))
      }
    }
  } catch {
    // A browser without the encoding marks nothing more.
  }
  return characters
}

let tables: { simplified: Set<string>; traditional: Set<string> } | undefined

/**
 * Whether one of two characters is traditional only and the other simplified only, as 電 and 电 are. The browser's own tables of
 * GB2312 and Big5, which have one script each, say so; which belong together they do not say.
 */
export function isOtherScript(one: string, other: string): boolean {
  tables ??= {
    simplified: charactersOf('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
    traditional: charactersOf('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  }
  const { simplified, traditional } = tables
  const isTraditional = (letter: string) => traditional.has(letter) && !simplified.has(letter)
  const isSimplified = (letter: string) => simplified.has(letter) && !traditional.has(letter)
  return (isTraditional(one) && isSimplified(other)) || (isSimplified(one) && isTraditional(other))
}
