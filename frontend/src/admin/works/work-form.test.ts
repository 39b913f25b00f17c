import { expect, it } from 'vitest'
import { makeAdminWorkDetail } from '@/testing/factories.ts'
import { changedFields, makesTerms, refusedField, textsOf, WORK_FIELDS, workFieldRule } from './work-form.ts'
import { termLines } from './work-lines.ts'

const detail = makeAdminWorkDetail()
const texts = textsOf(detail)
const DRAMA = { name: 'Drama', nameCn: '剧情', group: '类型' }
const CITY = { name: 'City', nameCn: '', group: '' }

it('breaks no rule with what a work has', () => {
  expect(WORK_FIELDS.map((spec) => workFieldRule(spec, texts[spec.name])).filter(Boolean)).toEqual([])
})

it('shows a day without hours that say nothing', () => {
  expect(texts.pubTime).toBe('2026-01-02')
  expect(textsOf(makeAdminWorkDetail({ pubTime: '2026-01-02 08:30:00' })).pubTime).toBe('2026-01-02 08:30:00')
})

it('sends nothing when nothing changed', () => {
  expect(changedFields(detail, texts)).toEqual({})
})

it('sends only what changed, trimmed and in its own kind', () => {
  const after = {
    ...texts,
    title: ' 山城清晨的长桥 ',
    duration: '90',
    isOnline: '1',
    imageBig: 'a.svg\n\nb.svg\n',
    tags: termLines({ terms: [DRAMA, { ...CITY, isNew: true }], typed: '' }),
  }
  expect(changedFields(detail, after)).toEqual({
    title: '山城清晨的长桥',
    duration: 90,
    isOnline: 1,
    imageBig: ['a.svg', 'b.svg'],
    tags: [DRAMA, CITY],
  })
})

it('sends an emptied list as one', () => {
  expect(changedFields(detail, { ...texts, magnets: ' ' })).toEqual({ magnets: [] })
})

it.each([
  ['number', ' ', '不能为空'],
  ['title', '', '不能为空'],
  ['title', '长桥', null],
  ['duration', '-1', '请填写不小于 0 的整数'],
  ['duration', '1.5', '请填写不小于 0 的整数'],
  ['duration', '0', null],
  ['average', '5.1', '请填写 0 至 5 的数'],
  ['average', 'x', '请填写 0 至 5 的数'],
  ['average', '3.85', null],
  ['pubTime', '昨天', '请按 2026-01-31 的格式填写'],
  ['pubTime', '2026-01-31', null],
  ['pubTime', '2026-01', null],
  ['pubTime', '2026', null],
  ['pubTime', '2026-1', '请按 2026-01-31 的格式填写'],
  ['pubTime', '2026-01-31 20:00:00', null],
  ['tags', termLines({ terms: [CITY], typed: '长' }), '还没有选定：请选一项，或清空'],
  ['tags', termLines({ terms: [CITY], typed: '' }), null],
  ['magnets', 'abc', '第 1 行格式有误'],
  ['mp4', '', null],
])('%s “%s”: %s', (name, text, message) => {
  const spec = WORK_FIELDS.find((known) => known.name === name)
  expect(spec && workFieldRule(spec, text)).toBe(message)
})

it('makes terms only where somebody has said so', () => {
  const tags = (isNew: boolean) => ({ ...texts, tags: termLines({ terms: [{ ...CITY, isNew }], typed: '' }) })
  expect([texts, tags(false), tags(true)].map((after) => makesTerms(detail, after))).toEqual([false, false, true])
  expect(makesTerms(null, tags(true))).toBe(true)
})

it.each([
  ['影片资料有误：duration: 应为 0 到 6000，实际是 6001', 'duration', '应为 0 到 6000，实际是 6001'],
  ['影片资料有误：magnets[0].length: 应为整数: 1.5', 'magnets', '应为整数: 1.5'],
  ['影片资料有误：line: 应为对象', undefined, undefined],
  [
    '图片或视频的主机 strange.example 未被允许，请上传图片',
    'picBig',
    '图片或视频的主机 strange.example 未被允许，请上传图片',
  ],
  ['图片或视频的主机 other.example 未被允许，请上传图片', undefined, undefined],
  // The same host may be allowed for one and not for the other.
  ['播放地址的主机 strange.example 未被允许', 'm3u8', '播放地址的主机 strange.example 未被允许'],
])('finds the field that “%s” is about: %s', (message, name, text) => {
  const after = { ...texts, picBig: 'https://strange.example/x.jpg', m3u8: 'https://strange.example/x.m3u8' }
  expect(refusedField(message, after)).toEqual(name === undefined ? null : { name, text })
})
