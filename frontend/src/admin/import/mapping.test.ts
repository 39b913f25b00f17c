import { describe, expect, it } from 'vitest'
import { columnsOf, fieldChoices, lineFields, withColumn } from './mapping.ts'

const MAPPING = '{"delimiter":",","columns":{"番号":"number","备注":null}}'

describe('a mapping', () => {
  it('has the columns of a table and keeps what is not changed', () => {
    expect(columnsOf(MAPPING)).toEqual([
      ['番号', 'number'],
      ['备注', ''],
    ])
    expect(columnsOf('')).toEqual([])
    expect(JSON.parse(withColumn(MAPPING, '备注', 'tags'))).toEqual({
      delimiter: ',',
      columns: { 番号: 'number', 备注: 'tags' },
    })
    expect(columnsOf(withColumn(MAPPING, '番号', ''))[0]).toEqual(['番号', ''])
  })

  it('offers the fields, and one of its own that is in use', () => {
    expect(fieldChoices('number')[0]).toEqual({ value: '', label: '不导入' })
    expect(fieldChoices('tags:题材')[1]).toEqual({ value: 'tags:题材', label: '类别：题材' })
  })

  it('shows the fields of a line', () => {
    const line = '{"number":"MZU-001","performers":[{"name":"林晓月"},{"name":"江白"}],"duration":95}'
    expect(lineFields(line)).toEqual({ number: 'MZU-001', performers: '林晓月、江白', duration: '95' })
    expect(lineFields('')).toEqual({})
  })
})
