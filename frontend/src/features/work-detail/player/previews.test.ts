import { expect, it } from 'vitest'
import { parsePreviews, previewAt } from './previews.ts'

const TEXT = `WEBVTT

00:00:00.000 --> 00:00:18.000
0.jpg#xywh=0,0,160,90

00:00:18.000 --> 00:00:36.000
0.jpg#xywh=160,0,160,90

01:00:00.000 --> 01:00:18.000
13.jpg#xywh=320,270,160,90
`
const previews = parsePreviews(TEXT, 'https://site.example/hls/t/9/1/b1/seek/index.vtt')

it('names the files beside it', () =>
  expect(previews[2]).toEqual({
    from: 3600,
    url: 'https://site.example/hls/t/9/1/b1/seek/13.jpg',
    left: 320,
    top: 270,
    width: 160,
    height: 90,
  }))

it.each([
  [0, 0],
  [17.9, 0],
  [18, 18],
  [1000, 18],
  [9999, 3600],
])('second %d shows the picture from %d', (second, from) => expect(previewAt(previews, second)?.from).toBe(from))

it('takes what is no such file for one without pictures', () => {
  expect(parsePreviews('<!doctype html>', 'https://site.example/')).toEqual([])
  expect(previewAt([], 5)).toBeUndefined()
})
