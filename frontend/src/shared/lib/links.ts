/** Part of a text: plain, or a URL. */
export interface TextPart {
  text: string
  /** The URL, if it is one. */
  href?: string
}

/** A URL ends before blanks, Chinese punctuation, quotes and brackets. */
const ADDRESS = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
/** Punctuation that ends a sentence rather than a URL. */
const TRAILING = /[.,;:!?'")\]]+$/

/** Splits a text at its `http` and `https` URLs. */
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
