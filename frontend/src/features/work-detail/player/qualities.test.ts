import { expect, it } from 'vitest'
import { qualityNames } from './qualities.ts'

const level = (width: number, height: number, bitrate = 1_400_000) => ({ width, height, bitrate })

it.each([
  [
    [level(852, 480), level(1920, 1080)],
    ['480p', '1080p'],
  ],
  [[level(1080, 1920)], ['1080p']],
  [
    [level(320, 180, 80_000), level(320, 180, 2_000_000)],
    ['180p · 80k', '180p · 2.0M'],
  ],
  [[level(0, 0, 640_000)], ['640k']],
])('the qualities %j are called %j', (levels, names) => expect(qualityNames(levels)).toEqual(names))
