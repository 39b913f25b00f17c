import { describe, expect, it } from 'vitest'
import { makeAdminTerm } from '@/testing/factories.ts'
import { aliasesOf, changedFacts, NO_TEXTS, TERM_RULES, textsOf } from './term-form.ts'

const term = makeAdminTerm(1, { name: '林晓月', aliases: ['Yue', '小月'], group: '' })

describe('the form of a term', () => {
  it('sends what differs and nothing else', () => {
    const texts = textsOf(term)
    expect(changedFacts(term, texts)).toEqual({})
    expect(changedFacts(term, { ...texts, name: ' 林月 ', aliases: 'Yue\n\n 小月 ' })).toEqual({ name: '林月' })
    expect(changedFacts(term, { ...texts, aliases: 'Yue' })).toEqual({ aliases: ['Yue'] })
  })

  it('takes one alias a line', () => {
    expect(aliasesOf(' Yue \n\n小月')).toEqual(['Yue', '小月'])
  })

  it.each([
    ['name', ' ', '请填写名称'],
    ['name', '长'.repeat(201), '最多200个字'],
    ['nameCn', '长'.repeat(201), '最多200个字'],
    ['aliases', '名\n'.repeat(201), '最多200个别名'],
    ['aliases', '长'.repeat(201), '每个别名最多200个字'],
    ['group', '长'.repeat(65), '最多64个字'],
    ['aliases', '长'.repeat(200), null],
    ['nameCn', '', null],
  ] as const)('judges %s', (field, text, expected) => {
    expect(TERM_RULES[field](text, NO_TEXTS)).toBe(expected)
  })
})
