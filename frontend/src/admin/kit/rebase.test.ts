import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const FIELDS = [
  { name: 'title', label: '标题' },
  { name: 'tags', label: '类别' },
  { name: 'mp4', label: '预览视频' },
]
const before = { title: '旧', tags: '剧情', mp4: '' }

it('takes what they alone have changed, and keeps what I alone have', () => {
  const found = rebase(FIELDS, before, { ...before, tags: '剧情\n城市' }, { ...before, title: '新' })
  expect(found.taken).toEqual({ tags: '剧情\n城市' })
  expect(found.news).toEqual([{ name: 'tags', label: '类别', before: '剧情', theirs: '剧情\n城市' }])
  expect(found.clashes).toEqual([])
})

it('asks about what both have changed', () => {
  const found = rebase(FIELDS, before, { ...before, title: '他的' }, { ...before, title: '我的' })
  expect(found.taken).toEqual({})
  expect(found.clashes).toEqual([{ name: 'title', label: '标题', before: '旧', theirs: '他的', mine: '我的' }])
})

it('has nothing to ask when both have changed it alike', () => {
  const found = rebase(FIELDS, before, { ...before, title: '新' }, { ...before, title: ' 新 ' })
  expect([found.taken, found.news, found.clashes]).toEqual([{}, [], []])
})
