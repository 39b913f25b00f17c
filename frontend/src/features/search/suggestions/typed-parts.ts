import type { TextPart } from '@/shared/ui/marked.tsx'
import type { SuggestedTerm } from '../api.ts'
import { isOtherScript } from './other-script.ts'

/**
 * The parts of a text that were typed, word by word. Case, width, accents, kana, spaces, hyphens, middle dots and apostrophes make no
 * difference, nor, where it is likely, traditional characters.
 */
export function typedParts(text: string, typed: string): TextPart[] {
  const letters = Array.from(text, plain)
  // A letter may vanish, so the place of each that is left is kept.
  const places = letters.flatMap((letter, place) => Array.from(letter, () => place))
  const flat = letters.flatMap((letter) => Array.from(letter))
  const found = wordsOf(typed).flatMap((word) => placesOf(flat, word, places))
  return joined([...found].sort((one, other) => one.from - other.from))
}

/**
 * The part of a name that was found without having any of the letters: pinyin and initials stand for all of it, and of
 * traditional characters that begin it there are as many.
 */
export function foundPart(name: string, typed: string, match: SuggestedTerm['match']): TextPart[] {
  const letters = Array.from(name)
  if (match === 'whole') return [{ from: 0, to: letters.length }]
  const wanted = wordsOf(typed).flat()
  if (match !== 'begin' || !wanted.every((letter) => /\p{Script=Han}/u.test(letter))) return []
  const places = letters.flatMap((letter, place) => (plain(letter) === '' ? [] : [place]))
  const last = places[wanted.length - 1]
  return last === undefined ? [] : [{ from: 0, to: last + 1 }]
}

/** The words of what was typed, letter by letter. */
function wordsOf(typed: string): string[][] {
  const words = typed.split(/\s+/).map((word) => Array.from(word, plain).flatMap((letter) => Array.from(letter)))
  return words.filter((word) => word.length > 0)
}

/** A letter as it is compared; what only joins or divides words is none. */
function plain(letter: string): string {
  return letter
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[\s\-_‐‑–—·•・‧∙⋅.'’‘ʼ`]/g, '')
}

/** The first place of a word; of a word in the other script at least one character is the same in both. */
function placesOf(flat: readonly string[], word: readonly string[], places: readonly number[]): TextPart[] {
  const isAt = (from: number, isSame: (one: string, other: string) => boolean) =>
    word.every((letter, index) => isSame(flat[from + index] ?? '', letter))
  const isHere = (from: number) => isAt(from, (one, other) => one === other)
  const isAlike = (from: number) =>
    word.some((letter, index) => flat[from + index] === letter) &&
    isAt(from, (one, other) => one === other || isOtherScript(one, other))
  const starts = Array.from(flat.keys())
  const at = starts.find(isHere) ?? starts.find(isAlike)
  if (at === undefined) return []
  const [from, last] = [places[at], places[at + word.length - 1]]
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
