import { expect, it } from 'vitest'
import { type Block, blocksOf } from './page-blocks.ts'

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
