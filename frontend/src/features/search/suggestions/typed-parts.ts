import type { TextPart } from '@/shared/ui/marked.tsx'

/** The parts of a text that were typed, word by word; case, width and hyphens make no difference. */
export function typedParts(text: string, typed: string): TextPart[] {
  const letters = Array.from(text, plain)
  // A letter may vanish, so the place of each that is left is kept.
  const places = letters.flatMap((letter, place) => Array.from(letter, () => place))
  const flat = letters.join('')
  const found = typed
    .split(/\s+/)
    .map((word) => Array.from(word, plain).join(''))
    .filter((word) => word !== '')
    .flatMap((word) => placesOf(flat, word, places))
  return joined([...found].sort((one, other) => one.from - other.from))
}

/** A letter as it is compared; hyphens are none. */
function plain(letter: string): string {
  return letter
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-_\s]/g, '')
}

/** The first place of a word. */
function placesOf(flat: string, word: string, places: readonly number[]): TextPart[] {
  const at = flat.indexOf(word)
  if (at < 0) return []
  const before = Array.from(flat.slice(0, at)).length
  const [from, last] = [places[before], places[before + Array.from(word).length - 1]]
  return from === undefined || last === undefined ? [] : [{ from, to: last + 1 }]
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const whole: TextPart[] = []
  for (const part of parts) {
    const before = whole[whole.length - 1]
    if (before && part.from <= before.to) before.to = Math.max(before.to, part.to)
    else whole.push({ ...part })
  }
  return whole
}
