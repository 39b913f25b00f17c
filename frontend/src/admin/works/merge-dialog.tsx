import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminWork, AdminWorkDetail } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { RadioList } from '@/shared/ui/choices.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ReasonFields } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { adminWorkDetailOptions, editWork, mergeWorks, SHOWN_WORKS } from './api.ts'
import { changedFields, shownText, textsOf, WORK_FIELDS, type WorkFieldName } from './work-form.ts'
import './merge-fields.css'

interface MergeDialogProps {
  works: readonly [AdminWork, AdminWork]
  onClose: () => void
  onDone: () => void
}

/** Fields that are no part of what a work is about. */
const LEFT_OUT: readonly WorkFieldName[] = ['number', 'state', 'publishTime', 'magnets']

/** Merges two works: which one stays, and which value of each field that differs. */
export function MergeDialog({ works, onClose, onDone }: MergeDialogProps) {
  const [first, second] = works
  const [staysId, setStays] = useState(first.id)
  const [stays, goes] = staysId === first.id ? [first, second] : [second, first]
  const mine = useQuery(adminWorkDetailOptions(stays.id))
  const theirs = useQuery(adminWorkDetailOptions(goes.id))
  const choices = works.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))
  return (
    <Dialog title="合并两部作品" open onClose={onClose} shape="drawer">
      <div className="admin-drawer admin-form">
        <RadioList label="保留哪一部" choices={choices} current={staysId} onChange={setStays} />
        <QueryView query={mine}>
          {(kept) => (
            <QueryView query={theirs}>
              {(gone) => <Choice key={stays.id} kept={kept} gone={gone} onDone={onDone} />}
            </QueryView>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  /** The work that stays. */
  kept: AdminWorkDetail
  gone: AdminWorkDetail
  onDone: () => void
}

function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The fields that differ, with the chosen values, and what is done then. */
function Choice({ kept, gone, onDone }: ChoiceProps) {
  const [mine, theirs] = [textsOf(kept), textsOf(gone)]
  const differing = WORK_FIELDS.filter(({ name }) => !LEFT_OUT.includes(name) && mine[name] !== theirs[name])
  const isEmpty = (text: string) => text === '' || text === '0'
  const [taken, setTaken] = useState<readonly WorkFieldName[]>(
    differing.filter(({ name }) => isEmpty(mine[name])).map(({ name }) => name),
  )
  const client = useQueryClient()
  const merge = useAction({
    run: async (reason: string) => {
      const chosen = { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) }
      const change = changedFields(kept, chosen)
      await mergeWorks({ id: gone.id, into: kept.id, reason })
      if (Object.keys(change).length === 0) return null
      // Merging has changed the version.
      const { version } = await client.fetchQuery(adminWorkDetailOptions(kept.id))
      return editWork({ id: kept.id, version, ...change }).then(() => null, textOfError)
    },
    refresh: SHOWN_WORKS,
    onDone: (rejected) => {
      onDone()
      if (rejected !== null) toast(`已合并到 ${kept.number}，但是所选的字段没有改：${rejected}`)
      else toast(`已合并到 ${kept.number}，30天内可以在“已隐藏”里撤销`, { kind: 'success' })
    },
  })
  return (
    <>
      {differing.length > 0 && (
        <table className="merge-fields">
          <caption>不同的字段：选择保留的值</caption>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">{kept.number}（保留）</th>
              <th scope="col">{gone.number}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ name, label }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {[false, true].map((isTheirs) => (
                  <td key={String(isTheirs)}>
                    <label>
                      <input
                        type="radio"
                        name={`merge-${name}`}
                        checked={taken.includes(name) === isTheirs}
                        onChange={() =>
                          setTaken((names) => (isTheirs ? [...names, name] : names.filter((other) => other !== name)))
                        }
                      />
                      {shownText(name, isTheirs ? theirs[name] : mine[name]) || '（空）'}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="admin-note">
        {gone.number} 的收藏、喜欢、下载申请、举报、磁力链接和浏览数会移到 {kept.number}
        ，同一个会员只算一次；旧地址会打开 {kept.number}。
      </p>
      <ReasonFields confirm="合并" required busy={merge.isPending} onConfirm={merge.mutate} />
    </>
  )
}
