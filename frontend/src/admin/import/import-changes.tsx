import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FieldChanges, Import } from '@/shared/api/types.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { fieldName } from '../kit/field-names.ts'
import { importOptions } from './api.ts'
import { shownValue } from './mapping.ts'

const COUNTS = [
  ['补上', 'gained'],
  ['改动', 'changed'],
  ['清空', 'lost'],
] as const

interface ImportChangesProps {
  row: Import
  /** Whether the operator asked for it, so that it gets the focus. */
  isChosen: boolean
}

/** What a dry run would change in stored works, by field (R21.40). */
export function ImportChanges({ row, isChosen }: ImportChangesProps) {
  const found = useQuery(importOptions(row.id))
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.focus()
  }, [isChosen])
  return (
    <section ref={card} tabIndex={-1} className="import-card" aria-label={`检查结果 ${row.name}`}>
      <div className="import-title">
        <p className="import-file">{row.name}</p>
        <p className="admin-sub">检查结果：还没有写入，导入后已有作品会这样改</p>
      </div>
      <QueryView query={found}>
        {({ changes = [] }) =>
          changes.length > 0 ? <ChangesTable changes={changes} /> : <p className="admin-sub">只改动标签等的附加内容</p>
        }
      </QueryView>
    </section>
  )
}

function ChangesTable({ changes }: { changes: readonly FieldChanges[] }) {
  return (
    <div className="admin-table-frame">
      <table className="admin-table" aria-label="按字段的变化">
        <thead>
          <tr>
            <th scope="col">字段</th>
            {COUNTS.map(([name]) => (
              <th key={name} scope="col" data-kind="figure">
                {name}
              </th>
            ))}
            <th scope="col">例子</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <td data-name="字段">{fieldName(change.field)}</td>
              {COUNTS.map(([name, key]) => (
                <td key={name} data-name={name} data-kind="figure">
                  {change[key].toLocaleString('zh-CN')}
                </td>
              ))}
              <td data-name="例子" data-wide>
                <div>
                  {change.examples.map(({ number, before, after }) => (
                    <span key={number} className="import-value">
                      {number}：{shownValue(before)} → {shownValue(after)}
                    </span>
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
