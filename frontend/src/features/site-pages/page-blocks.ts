/** A piece of a line: words, or a link within the site. */
export interface Piece {
  text: string
  /** Address within the site; words without. */
  to?: string
}

/** A block of a page: a heading of a level, a paragraph, or a list. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; line: Piece[] }
  | { kind: 'paragraph'; line: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }

const HEADING = /^(#{1,3})\s+(.+)$/
const BULLET = /^[-*]\s+(.+)$/
const NUMBER = /^\d{1,3}[.、)]\s*(.+)$/
const LINK = /\[([^\][]+)\]\(([^()\s]+)\)/g
/** An address of this site: one slash, then no other and no backslash, which browsers take for one. */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/

/**
 * The blocks of a page's text. Headings, paragraphs, lists and links within the site are understood; everything else
 * stays the words it is, and a link elsewhere becomes its words with the address behind them.
 */
export function blocksOf(text: string): Block[] {
  // An empty line ends a block.
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((part) => joined(linesOf(part).map(blockOf)))
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What a line is by itself. */
function blockOf(line: string): Block {
  const [, signs, title] = HEADING.exec(line) ?? []
  if (signs && title) return { kind: 'heading', level: signs.length as 1 | 2 | 3, line: piecesOf(title) }
  const bullet = BULLET.exec(line)?.[1]
  if (bullet) return { kind: 'list', ordered: false, items: [piecesOf(bullet)] }
  const numbered = NUMBER.exec(line)?.[1]
  if (numbered) return { kind: 'list', ordered: true, items: [piecesOf(numbered)] }
  return { kind: 'paragraph', line: piecesOf(line) }
}

/** Lines that follow each other and are of one kind, as one block. */
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

/** The words and links of a line. */
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
