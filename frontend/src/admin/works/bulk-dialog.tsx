import { useState } from 'react'
import type { AdminTerm } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { randomId } from '@/shared/lib/random-id.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import type { BulkAction, WorksFilter } from './api.ts'
import { BULK_LABELS, useBulk } from './bulk-status.tsx'
import { MomentField, publishTimeOf } from './moment-field.tsx'
import { TermPicker } from './term-picker.tsx'

const TEXTS: Record<BulkAction, string> = {
  hide: '这些作品会从列表、搜索和收藏中消失，可以随时恢复。',
  restore: '这些作品会重新出现在列表和搜索中。有待处理举报的和已下架的不会恢复。',
  publish: '这些作品会马上出现在列表和搜索中。',
  addTerms: '类别加在每部作品已有的后面。其他频道的作品不会加上。',
  removeTerms: '从每部作品去掉这些类别，其余不变。',
  draft: '这些作品会从网站上消失，成为草稿，可以随时发布。',
  schedule: '这些作品到时间之前不出现，到时间后一分钟之内自动发布。',
}

interface BulkDialogProps {
  action: BulkAction
  /** Empty for all of the list. */
  ids: readonly string[]
  filter: WorksFilter
  /** Works that are selected. */
  total: number
  onClose: () => void
  onBegun: () => void
}

/** Asks for the reason of a bulk change, for the tags of one that has some, and begins it. */
export function BulkDialog({ action, ids, filter, total, onClose, onBegun }: BulkDialogProps) {
  const [terms, setTerms] = useState<readonly AdminTerm[]>([])
  const [moment, setMoment] = useState('')
  const { begin } = useBulk()
  const hasTerms = action === 'addTerms' || action === 'removeTerms'
  const { name } = BULK_LABELS[action]

  function confirm(reason: string) {
    if (hasTerms && terms.length === 0) {
      toast('请选择类别', { kind: 'warning' })
      return
    }
    if (action === 'schedule' && moment === '') {
      toast('请选择发布时间', { kind: 'warning' })
      return
    }
    onClose()
    onBegun()
    const publishTime = action === 'schedule' ? publishTimeOf(moment) : undefined
    begin({ run: randomId(), action, reason, terms: terms.map(({ id }) => id), publishTime, ids, filter, total })
  }

  return (
    <ReasonDialog
      title={`${name}：${total} 部作品?`}
      text={TEXTS[action]}
      confirm={name}
      required
      busy={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      {action === 'schedule' && <MomentField value={moment} onChange={setMoment} />}
      {hasTerms && (
        <TermPicker kind="tag" modId={filter.modId || undefined} chosen={terms} onChange={setTerms} label="类别" />
      )}
    </ReasonDialog>
  )
}
