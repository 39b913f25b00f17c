import { describe, expect, it } from 'vitest'
import { parseJson } from '../api/json.ts'
import { codePoints, formatSize, shanghaiTime, splitList } from './format.ts'
import { nameParts } from './markup.ts'

describe('size of a magnet', () => {
  it.each([
    [0, '0KB'],
    [1, '1KB'],
    [1024, '1KB'],
    [999 * 1024, '999KB'],
    [1000 * 1024, '1.0MB'],
    [999 * 1024 ** 2, '999.0MB'],
    [1000 * 1024 ** 2, '1.0GB'],
    [999 * 1024 ** 3, '999.0GB'],
    [1000 * 1024 ** 3, '未知'],
    [Number.NaN, '未知'],
    [-1, '未知'],
  ])('%d bytes is %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))
})

describe('big integers', () => {
  it('become strings, wherever they are', () => {
    expect(
      parseJson('{"id":7300000000000000001,"ids":[-7300000000000000001],"n":9007199254740991,"f":1.5e300}'),
    ).toEqual({
      id: '7300000000000000001',
      ids: ['-7300000000000000001'],
      n: Number.MAX_SAFE_INTEGER,
      f: 1.5e300,
    })
  })

  it('stay text inside strings', () => {
    const text = String.raw`{"a":"x\":7300000000000000001,","b":"7300000000000000001"}`
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })
})

describe('A17 names with markup', () => {
  it.each([
    [
      '<em>A</em>B',
      [
        ['A', true],
        ['B', false],
      ],
    ],
    [
      '<b>x</b><mark>y</mark>',
      [
        ['x', true],
        ['y', true],
      ],
    ],
    ['<script>x</script>', [['<script>x</script>', false]]],
    ['<img src=x onerror=alert(1)>', [['<img src=x onerror=alert(1)>', false]]],
    ['<a href="javascript:alert(1)">x</a>', [['<a href="javascript:alert(1)">x</a>', false]]],
    ['<em onclick=alert(1)>x</em>', [['<em onclick=alert(1)>x', false]]],
    ['&lt;em&gt;x&lt;/em&gt;', [['<em>x</em>', false]]],
    ['a &lt;b&gt; &amp; c', [['a <b> & c', false]]],
    [
      '</em>a<em>b',
      [
        ['a', false],
        ['b', true],
      ],
    ],
    ['', []],
  ])('%s', (name, parts) => {
    expect(nameParts(name as string).map((part) => [part.text, part.highlighted])).toEqual(parts)
  })
})

it('counts characters, not code units, after trimming', () => {
  expect(codePoints(' 中😀a ')).toBe(3)
})

it('reads times in Shanghai', () => {
  expect(shanghaiTime('2026-01-01 08:00:00')).toBe(Date.UTC(2026, 0, 1))
  expect(shanghaiTime('2026-01-01')).toBe(Date.UTC(2025, 11, 31, 16))
})

it('cuts comma-separated lists', () => {
  expect(splitList(' a, b ,,')).toEqual(['a', 'b'])
})
