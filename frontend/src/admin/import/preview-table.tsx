import type { PreviewRow } from '@/shared/api/types.ts'
import { fieldName } from '../kit/field-names.ts'
import { lineFields, problemOf } from './mapping.ts'

const OWN_COLUMNS: readonly string[] = ['number', 'title', 'pubTime']

interface PreviewTableProps {
  rows: readonly PreviewRow[]
  /** Whether the rows are of an earlier choice. */
  isStale: boolean
}

/** The first works of a file, as they would be imported. */
export function PreviewTable({ rows, isStale }: PreviewTableProps) {
  return (
    <div className="admin-table-frame" data-stale={isStale || undefined}>
      <table className="admin-table" aria-label="最前面的作品">
        <thead>
          <tr>
            <th scope="col">位置</th>
            {OWN_COLUMNS.map((field) => (
              <th key={field} scope="col">
                {fieldName(field)}
              </th>
            ))}
            <th scope="col">其他字段</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewLine key={row.place} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PreviewLine({ row: { place, line, problem, notes } }: { row: PreviewRow }) {
  const fields = lineFields(line)
  const others = Object.entries(fields).filter(([field]) => !OWN_COLUMNS.includes(field))
  return (
    <tr>
      <td data-name="位置">{place}</td>
      {OWN_COLUMNS.map((field) => (
        <td key={field} data-name={fieldName(field)} data-wide={field === 'title' || undefined}>
          {fields[field]}
        </td>
      ))}
      <td data-name="其他字段" data-wide>
        <div>
          {problem && <p className="field-note field-error">拒绝：{problemOf(problem)}</p>}
          {others.map(([field, text]) => (
            <span key={field} className="import-value">
              {fieldName(field)}：{text}
            </span>
          ))}
          {notes.map((note) => (
            <span key={note} className="admin-sub">
              {problemOf(note)}
            </span>
          ))}
        </div>
      </td>
    </tr>
  )
}
