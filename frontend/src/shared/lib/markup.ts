/** Part of a name, highlighted or not. */
export interface NamePart {
  text: string
  highlighted: boolean
}

const TAG = /<(\/?)(?:em|b|mark)>/gi
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/**
 * Splits a name at its highlight markup. Only em, b and mark are recognised; the rest is text and never parsed as
 * HTML.
 */
export function nameParts(name: string): NamePart[] {
  const parts: NamePart[] = []
  let depth = 0
  let from = 0
  const push = (to: number) => {
    const text = name.slice(from, to).replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    if (text !== '') parts.push({ text, highlighted: depth > 0 })
  }
  for (const match of name.matchAll(TAG)) {
    push(match.index)
    depth = match[1] === '/' ? Math.max(0, depth - 1) : depth + 1
    from = match.index + match[0].length
  }
  push(name.length)
  return parts
}
