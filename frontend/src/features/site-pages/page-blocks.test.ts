import { expect, it } from 'vitest'
import { type Block, blocksOf, type Piece } from './page-blocks.ts'

const words = (text: string) => [{ text }]

it('understands headings, paragraphs and lists', () => {
  const text = '# 标题\r\n\r\n第一行\n第二行\n\n## 二级\n- 甲\n* 乙\n\n- 丙\n1. 一\n2、二\n#没有空格'
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', level: 1, line: words('标题') },
    { kind: 'paragraph', line: [{ text: '第一行' }, { text: '\n' }, { text: '第二行' }] },
    { kind: 'heading', level: 2, line: words('二级') },
    { kind: 'list', ordered: false, items: [words('甲'), words('乙')] },
    { kind: 'list', ordered: false, items: [words('丙')] },
    { kind: 'list', ordered: true, items: [words('一'), words('二')] },
    { kind: 'paragraph', line: words('#没有空格') },
  ] satisfies Block[])
})

it('keeps what looks like HTML as words', () => {
  const text = '<script>alert(1)</script> & <b onclick="x">粗体</b> ![图](/a.png)'
  expect(blocksOf(text)).toEqual([
    { kind: 'paragraph', line: [{ text: text.slice(0, text.indexOf('[')) }, { text: '图', to: '/a.png' }] },
  ])
})

it('links within the site alone', () => {
  expect(blocksOf('请看[留言](/message?a=1)。')).toEqual([
    { kind: 'paragraph', line: [{ text: '请看' }, { text: '留言', to: '/message?a=1' }, { text: '。' }] },
  ])
})

it.each([
  'https://example.org/',
  '//example.org',
  '/\\example.org',
  '/a\\b',
  'javascript:alert`1`',
  'data:text/html,x',
  'mailto:a@example.org',
  'message',
])('shows the link to %s as words', (address) => {
  expect(blocksOf(`[这里](${address})`)).toEqual([{ kind: 'paragraph', line: words(`这里（${address}）`) }])
})

it('has nothing to show for a text without words', () => expect(blocksOf(' \n\n ')).toEqual([]))

it('ends a line at every character that does', () => {
  expect(blocksOf('# 标题\u2028文字\u2029- 甲')).toEqual([
    { kind: 'heading', level: 1, line: words('标题') },
    { kind: 'paragraph', line: words('文字') },
    { kind: 'list', ordered: false, items: [words('甲')] },
  ] satisfies Block[])
})

const MARKS = ['#', '## ', '- ', '* ', '1. ', '2、', '[', ']', '](', '](/', ')', '/', '//', '\\', '（', '）', '?a=1']
const TEXTS = [
  '<script>',
  '</b onclick=x>',
  '&lt;',
  'javascript:',
  'https://',
  '中文',
  '🎬',
  'a',
  ' ',
  '\t',
  '\u3000',
  '\0',
  '\ud800',
]
const ENDS = ['\n', '\r\n', '\r', '\n\n', '\u2028', '\u2029']
const PARTS = [...MARKS, ...TEXTS, ...ENDS]

/** Numbers from 0 to 1 that are the same in every run. */
function* dice(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

function piecesIn(block: Block): Piece[] {
  return block.kind === 'list' ? block.items.flat() : block.line
}

it('makes text and links within the site of whatever is written', () => {
  const random = dice(20261123)
  const next = () => random.next().value
  const visible = (text: string) => text.replace(/[\s[\]()（）#*\-\d.、]/g, '')
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from(
      { length: 1 + Math.floor(next() * 24) },
      () => PARTS[Math.floor(next() * PARTS.length)],
    ).join('')
    const pieces = blocksOf(text).flatMap(piecesIn)
    for (const { to } of pieces) {
      if (to !== undefined) expect(new URL(to, 'https://site.example').origin, text).toBe('https://site.example')
    }
    // Nothing gets lost or is made up, apart from the signs.
    const shown = pieces.map((piece) => piece.text + (piece.to ?? '')).join('')
    expect(visible(shown), text).toBe(visible(text))
  }
})

it('takes the longest page apart in a moment, whatever it repeats', () => {
  const most = 65_536
  const begun = performance.now()
  for (const part of PARTS) {
    for (const [before, after] of [
      ['', ''],
      ['# ', 'x\u2028y'],
      ['- ', 'x\u2029y'],
      ['1.', 'x\u2028y'],
      ['[a](', 'b'],
    ]) {
      blocksOf(`${before}${part.repeat(most / part.length)}${after}`)
    }
  }
  // Trying every space of one line would take twenty seconds.
  expect(performance.now() - begun).toBeLessThan(5_000)
})
