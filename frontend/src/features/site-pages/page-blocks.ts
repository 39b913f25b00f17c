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
const OWN_ADDRESS = /^\/(?![/\\])[^\\]*$/

/**
 * The blocks of a page's text. Headings, paragraphs, lists and links within the site are understood; everything else
 * stays the words it is, and a link elsewhere becomes its words with the address behind them.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text.replace(/\r\n?/g, '\n').split('\n').map((raw) => raw.trim())) {
    const last = blocks.at(-1)
    const heading = HEADING.exec(line)
    const item = BULLET.exec(line) ?? NUMBER.exec(line)
    if (line === '') {
      isOpen = false
      continue
    }
    if (heading?.[1] && heading[2]) {
      blocks.push({ kind: 'heading', level: heading[1].length as 1 | 2 | 3, line: piecesOf(heading[2]) })
    } else if (item?.[1]) {
      const ordered = !BULLET.test(line)
      if (isOpen && last?.kind === 'list' && last.ordered === ordered) last.items.push(piecesOf(item[1]))
      else blocks.push({ kind: 'list', ordered, items: [piecesOf(item[1])] })
    } else if (isOpen && last?.kind === 'paragraph') last.line.push({ text: '\n' }, ...piecesOf(line))
    else blocks.push({ kind: 'paragraph', line: piecesOf(line) })
    isOpen = true
  }
  return blocks
}

/** The words and links of a line. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of line.matchAll(LINK)) {
    const [whole, words = '', address = ''] = found
    if (found.index > end) pieces.push({ text: line.slice(end, found.index) })
    pieces.push(OWN_ADDRESS.test(address) ? { text: words, to: address } : { text: `${words}（${address}）` })
    end = found.index + whole.length
  }
  if (end < line.length) pieces.push({ text: line.slice(end) })
  return pieces
}
