import { expect, it } from 'vitest'
import { makeWorkFields } from '@/testing/factories.ts'
import { changedFields, textsOf, WORK_FIELDS, workFieldRule } from './work-form.ts'

const fields = makeWorkFields()

it('sends nothing when nothing changed', () => {
  expect(changedFields(fields, textsOf(fields))).toEqual({})
})

it('sends only what changed, trimmed and in its own kind', () => {
  const texts = { ...textsOf(fields), title: ' 山城清晨的长桥 ', duration: '90', isOnline: '1' }
  expect(changedFields(fields, texts)).toEqual({ title: '山城清晨的长桥', duration: 90, isOnline: 1 })
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
  ['pubTime', '2026-01-31 20:00:00', null],
  ['mp4', '', null],
])('%s “%s”: %s', (name, text, message) => {
  const spec = WORK_FIELDS.find((known) => known.name === name)
  expect(spec && workFieldRule(spec, text)).toBe(message)
})
