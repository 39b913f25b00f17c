import { expect, it } from 'vitest'
import { partsFor } from '../kit/sections.ts'
import { actorPlace, linkTo, nameOf, placeOf } from './places.ts'

const target = (targetKind: string, targetName?: string, before: unknown = null) => ({
  targetKind,
  targetId: '910000000000000031',
  targetName,
  before,
})

it.each([
  ['work', 'ABC-001 长桥', '/admin/works?open=910000000000000031'],
  ['user', 'lin_xia', '/admin/members?open=910000000000000031'],
  ['plan', 'VIP月卡', '/admin/plans'],
  ['work', undefined, undefined],
  ['term', undefined, undefined],
  ['order', undefined, '/admin/orders?open=910000000000000031'],
  ['message', undefined, '/admin/messages?open=910000000000000031'],
  ['moon', 'moon', undefined],
])('a %s named %s is shown at %s', (kind, name, place) => {
  expect(placeOf(target(kind, name))).toBe(place)
})

it.each([
  [target('work', 'ABC-001 长桥'), 'ABC-001 长桥'],
  [target('term', undefined, { name: '林晓月' }), '林晓月（已删除）'],
  [target('user'), '910000000000000031（已删除）'],
  [target('order'), '910000000000000031'],
  [target('message'), '对话'],
  [{ ...target('site', undefined, { name: '映库' }), targetId: '' }, '设置'],
  [{ ...target('site'), targetId: 'reply_templates' }, '常用回复'],
])('%j is called %s', (entry, name) => {
  expect(nameOf(entry)).toBe(name)
})

it('leads only to sections that may be seen, and not from the system to a member', () => {
  const parts = partsFor(['users:manage'])
  expect(linkTo(parts, actorPlace('lin_xia'))).toBe('/admin/members?keyword=lin_xia')
  expect(linkTo(parts, actorPlace('系统'))).toBeUndefined()
  expect(linkTo(parts, '/admin/works?open=1')).toBeUndefined()
})
