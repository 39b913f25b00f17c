import { expect, it } from 'vitest'
import { trackNames } from './use-tracks.ts'

it.each([
  [
    [
      ['audio_1', 'zh'],
      ['audio_2', 'en'],
    ],
    ['中文', '英语'],
  ],
  [
    [
      ['原声', 'ja'],
      ['解说', 'ja'],
      ['', 'en'],
    ],
    ['日语 · 原声', '日语 · 解说', '英语'],
  ],
  [
    [
      ['', ''],
      ['导评', 'und'],
      ['', 'qqq-broken-'],
    ],
    ['音轨 1', '导评', '音轨 3'],
  ],
])('the tracks %j are called %j', (tracks, names) =>
  expect(
    trackNames(
      tracks.map(([label = '', language = '']) => ({ label, language })),
      '音轨',
    ),
  ).toEqual(names),
)
