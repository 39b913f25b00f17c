import { X } from 'lucide'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { FILTER_NAME_MAX, WORK_VIEWS_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { withParams } from '@/shared/lib/query.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { COLUMNS_PARAM } from '../kit/column-choice.ts'
import { addView, isViewName, removeView, useWorkViews, viewQuery, type WorkView } from './views.ts'
import '@/shared/ui/chip.css'
import './saved-views.css'

/** Filters of the table under a name, on this device. A view keeps the columns too; one that was saved without shows the device's. */
export function SavedViews({ columns }: { columns: string }) {
  const [params] = useSearchParams()
  const named = viewQuery(params)
  const query = viewQuery(withParams(params, { [COLUMNS_PARAM]: columns }))
  const filter = viewQuery(withParams(params, { [COLUMNS_PARAM]: '' }))
  const isCurrent = (view: WorkView) => view.query === query || view.query === filter
  const views = useWorkViews()
  const [naming, setNaming] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  const isNew = named !== '' && !views.some(isCurrent)

  function onSave() {
    if (views.length < WORK_VIEWS_MAX) setNaming(true)
    else toast(`视图最多保存${WORK_VIEWS_MAX}个`, { kind: 'warning' })
  }

  if (views.length === 0 && !isNew) return null
  return (
    <div className="saved-views">
      {views.length > 0 && (
        <ul aria-label="我的视图" className="saved-views-list">
          {views.map((view) => (
            <li key={view.name} className="saved-views-item">
              <Link to={{ search: view.query }} className="chip" aria-current={isCurrent(view) ? 'true' : undefined}>
                {view.name}
              </Link>
              <button
                type="button"
                className="saved-views-remove"
                aria-label={`删除视图 ${view.name}`}
                onClick={() => setRemoving(view.name)}
              >
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <button type="button" className="chip" onClick={onSave}>
          保存为视图
        </button>
      )}
      {naming && (
        <NameDialog
          taken={views.map(({ name }) => name)}
          onName={(name) => {
            addView({ name, query })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
      <ConfirmDialog
        title="删除视图?"
        confirm="删除"
        open={removing !== null}
        onConfirm={() => {
          if (removing !== null) removeView(removing)
          setRemoving(null)
        }}
        onClose={() => setRemoving(null)}
      >
        “{removing}”会被删除，作品不受影响。
      </ConfirmDialog>
    </div>
  )
}

interface NameDialogProps {
  taken: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}

function NameDialog({ taken, onName, onClose }: NameDialogProps) {
  const { field, submit } = useForm(
    { name: '' },
    {
      name: (text) => {
        if (!isViewName(text)) return `请填写 1 到 ${FILTER_NAME_MAX} 个字的名称`
        return taken.includes(text.trim()) ? '已有同名视图，请换一个名称' : null
      },
    },
  )
  return (
    <Dialog title="保存视图" open onClose={onClose}>
      <form className="admin-form" noValidate onSubmit={submit(({ name }) => onName(name.trim()))}>
        <p className="admin-note">保存现在的筛选、排序和列，只存在这个浏览器里。</p>
        <TextField label="名称" field={field('name')} autoComplete="off" />
        <DialogActions confirm="保存" />
      </form>
    </Dialog>
  )
}
