import { expect, it } from 'vitest'
import { makeAdminWorkDetail } from '@/testing/factories.ts'
import { changedFields, textsOf, WORK_FIELDS, workFieldRule } from './work-form.ts'

const detail = makeAdminWorkDetail()
const texts = textsOf(detail)

it('breaks no rule with what a work has', () => {
  expect(WORK_FIELDS.map((spec) => workFieldRule(spec, texts[spec.name])).filter(Boolean)).toEqual([])
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
    tags: 'Drama | 剧情 | 类型\nCity',
  }
  expect(changedFields(detail, after)).toEqual({
    title: '山城清晨的长桥',
    duration: 90,
    isOnline: 1,
    imageBig: ['a.svg', 'b.svg'],
    tags: [
      { name: 'Drama', nameCn: '剧情', group: '类型' },
      { name: 'City', nameCn: '', group: '' },
    ],
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
  ['tags', 'a\n| b', '第 2 行格式有误'],
  ['magnets', 'abc', '第 1 行格式有误'],
  ['mp4', '', null],
])('%s “%s”: %s', (name, text, message) => {
  const spec = WORK_FIELDS.find((known) => known.name === name)
  expect(spec && workFieldRule(spec, text)).toBe(message)
})
