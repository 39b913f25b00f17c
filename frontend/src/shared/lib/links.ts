/** A piece of a text: words, or an address in it. */
export interface TextPart {
  text: string
  /** Where the piece leads, when it is an address. */
  href?: string
}

/** An address ends before what is no part of one: blanks, Chinese signs, quotes and brackets. */
const ADDRESS = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
/** Signs that rather end a sentence than an address. */
const TRAILING = /[.,;:!?'")\]]+$/

/** Cuts a text into words and its `http` and `https` addresses; anything else stays words. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = found.replace(TRAILING, '')
    if (!URL.canParse(url)) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: url, href: url })
    done = index + url.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}
