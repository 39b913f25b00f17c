/** Part of a text: plain, or a URL. */
export interface TextPart {
  text: string
  /** The URL, if it is one. */
  href?: string
}

/**
 * A URL ends before blanks, quotes and Chinese punctuation. Letters of other scripts belong to it where a part begins with them, as
 * in `/片名/1`; behind a Latin letter they are the next word, as people write them without a blank.
 */
const ADDRESS = /https?:\/\/(?:[/=_+&?#-](?=[^\p{ASCII}])[\p{L}\p{M}\p{N}]+|[\w\-.~:/?#[\]@!$&'()*+,;=%])+/giu
/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'"]$/
const BRACKETS: Record<string, string> = { ')': '(', ']': '[' }

/** The URL without what belongs to the sentence around it: its punctuation, and brackets that were opened before. */
function withoutEnd(found: string): string {
  const last = found.slice(-1)
  const opening = BRACKETS[last]
  const count = (sign: string) => found.split(sign).length
  const ends = opening === undefined ? TRAILING.test(found) : count(last) > count(opening)
  return ends ? withoutEnd(found.slice(0, -1)) : found
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).hostname !== ''
  } catch {
    return false
  }
}

/** Splits a text at its `http` and `https` URLs. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = withoutEnd(found)
    if (!isUrl(url)) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: url, href: url })
    done = index + url.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}
