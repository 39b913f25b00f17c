/** Part of a line: text, or a link within the site. */
export interface Piece {
  text: string
  /** Path within the site, for links. */
  to?: string
}

/** A block of a page: heading, paragraph or list. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; line: Piece[] }
  | { kind: 'paragraph'; line: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }

const HEADING = /^(#{1,3})\s+(.+)$/
const BULLET = /^[-*]\s+(.+)$/
const NUMBER = /^\d{1,3}[.、)]\s*(.+)$/
const LINK = /\[([^\][]+)\]\(([^()\s]+)\)/g
/** A path of this site: one slash, but not two and no backslash, which browsers treat as a slash. */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/

/**
 * Parses headings, paragraphs, lists and links within the site. Everything else stays text; an external link becomes
 * its label followed by the URL.
 */
export function blocksOf(text: string): Block[] {
  // An empty line ends a block. The patterns of a line take no character that `.` does not: they would try every space.
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((part) => joined(linesOf(part).map(blockOf)))
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Parses a single line. */
function blockOf(line: string): Block {
  const [, signs, title] = HEADING.exec(line) ?? []
  if (signs && title) return { kind: 'heading', level: signs.length as 1 | 2 | 3, line: piecesOf(title) }
  const bullet = BULLET.exec(line)?.[1]
  if (bullet) return { kind: 'list', ordered: false, items: [piecesOf(bullet)] }
  const numbered = NUMBER.exec(line)?.[1]
  if (numbered) return { kind: 'list', ordered: true, items: [piecesOf(numbered)] }
  return { kind: 'paragraph', line: piecesOf(line) }
}

/** Merges adjacent lines of one kind into a block. */
function joined(lines: Block[]): Block[] {
  const blocks: Block[] = []
  for (const next of lines) {
    const last = blocks[blocks.length - 1]
    if (last?.kind === 'paragraph' && next.kind === 'paragraph') last.line.push({ text: '\n' }, ...next.line)
    else if (last?.kind === 'list' && next.kind === 'list' && last.ordered === next.ordered)
      last.items.push(...next.items)
    else blocks.push(next)
  }
  return blocks
}

/** Parses text and links of a line. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of line.matchAll(LINK)) {
    const [whole, label = '', url = ''] = found
    if (found.index > end) pieces.push({ text: line.slice(end, found.index) })
    pieces.push(OWN_PATH.test(url) ? { text: label, to: url } : { text: `${label}（${url}）` })
    end = found.index + whole.length
  }
  if (end < line.length) pieces.push({ text: line.slice(end) })
  return pieces
}
