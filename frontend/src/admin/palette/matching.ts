import type { TextPart } from '@/shared/ui/marked.tsx'

/** A text as it is compared: width, case, spaces and hyphens make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-_]/g, '')
}

/** Whether one of the texts contains the keyword. */
export function isIn(texts: readonly string[], keyword: string): boolean {
  const wanted = plain(keyword)
  return wanted !== '' && texts.some((text) => plain(text).includes(wanted))
}

/** Where a text contains the keyword as it is typed, to be marked. */
export function typedPart(text: string, keyword: string): TextPart[] {
  const at = text.toLowerCase().indexOf(keyword.toLowerCase())
  // A letter that is longer in lower case would shift the place.
  if (keyword === '' || at < 0 || text.toLowerCase().length !== text.length) return []
  const from = Array.from(text.slice(0, at)).length
  return [{ from, to: from + Array.from(keyword).length }]
}
