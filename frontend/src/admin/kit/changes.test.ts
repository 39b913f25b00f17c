import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

it('tells the fields that differ by their names, and no others', () => {
  expect(
    changesBetween(
      'work',
      { title: '长桥', duration: 90, hidden: false },
      { title: '灯塔', duration: 90, hidden: true },
    ),
  ).toEqual([
    { field: '标题', before: '长桥', after: '灯塔' },
    { field: '已隐藏', before: '否', after: '是' },
  ])
})

it('names the network that an operator signed in from', () => {
  expect(changesBetween('user', null, { network: '203.0.113.0/24' })).toEqual([
    { field: '网络', before: null, after: '203.0.113.0/24' },
  ])
})

it('tells fields that came and went, and words nobody has named as they are', () => {
  expect(changesBetween('work', { old: 1 }, { mp4: 'clips/a.mp4' })).toEqual([
    { field: 'old', before: '1', after: null },
    { field: '预览视频', before: null, after: 'clips/a.mp4' },
  ])
})

it('tells of lists what went and what came, by name', () => {
  const term = (name: string, nameCn = '') => ({ name, nameCn, group: '' })
  expect(
    changesBetween(
      'work',
      { tags: [term('剧情'), term('风景')], makers: [term('远山')] },
      { tags: [term('风景'), term('高清')], makers: [term('远山')] },
    ),
  ).toEqual([{ field: '类别', before: '剧情', after: '高清' }])
  expect(changesBetween('work', { tags: [term('甲'), term('乙')] }, { tags: [term('乙'), term('甲')] })).toEqual([])
  expect(changesBetween('work', {}, { performers: [term('Lin', '林')] })).toEqual([
    { field: '演员', before: null, after: 'Lin（林）' },
  ])
})

it('says states as the screen of their thing does', () => {
  expect(changesBetween('message', '{"status":0}', '{"status":9}')).toEqual([
    { field: '状态', before: '待答复', after: '已关闭' },
  ])
  expect(changesBetween('order', { status: 2 }, { status: 4 })).toEqual([
    { field: '状态', before: '异常', after: '已退款' },
  ])
})

it.each([[null], [undefined], ['']])('knows nothing of a state that is %s', (nothing) => {
  expect(changesBetween('work', nothing, nothing)).toEqual([])
  expect(changesBetween('work', nothing, { a: 'b' })).toEqual([{ field: 'a', before: null, after: 'b' }])
})

it('shows a state that is no object as one value', () => {
  expect(changesBetween('work', '旧', '新')).toEqual([{ field: '值', before: '旧', after: '新' }])
})
