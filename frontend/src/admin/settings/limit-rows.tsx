import { useQuery } from '@tanstack/react-query'
import { RowButton } from '../kit/row-button.tsx'
import { siteOptions } from '../kit/site.ts'
import { type LIMIT_FIELDS, type LimitTexts, limitTextsOf, shownLimit } from './limits-form.ts'

interface LimitRowsProps {
  fields: readonly (typeof LIMIT_FIELDS)[number][]
  onEdit: (name: keyof LimitTexts) => void
}

/** Rows of the settings table for what is changed in the console itself. */
export function LimitRows({ fields, onEdit }: LimitRowsProps) {
  const { data } = useQuery(siteOptions())
  const texts = data && limitTextsOf(data)
  return fields.map(({ name, label }) => (
    <tr key={name} data-default>
      <td data-name="名称" data-wide>
        {label}
      </td>
      <td data-name="当前值">{(texts && shownLimit(name, texts[name])) || '—'}</td>
      <td data-name="默认值">—</td>
      <td data-kind="actions">
        <div className="admin-actions">
          <RowButton subject={label} onClick={() => onEdit(name)}>
            修改
          </RowButton>
        </div>
      </td>
    </tr>
  ))
}
