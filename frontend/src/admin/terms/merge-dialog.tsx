import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TERMS_KEY } from '@/entities/term/term-keys.ts'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { AdminTerm } from '@/shared/api/types.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { RadioList } from '@/shared/ui/choices.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { ReasonFields } from '../kit/reason-dialog.tsx'
import { UNSORTED } from '../kit/table-sort.ts'
import { placeOf } from '../kit/term-kinds.ts'
import { adminTermsOptions } from '../kit/term-queries.ts'
import { useAction } from '../kit/use-action.ts'
import { mergeTerms } from './api.ts'

interface MergeDialogProps {
  /** The term to be merged away. */
  from: AdminTerm
  /** Initial keyword. */
  name: string
  onClose: () => void
}

/** Chooses the target of a merge, explains the effect, and merges. */
export function MergeDialog({ from, name, onClose }: MergeDialogProps) {
  const [keyword, setKeyword] = useState(name.slice(0, KEYWORD_MAX))
  const [into, setInto] = useState<AdminTerm | null>(null)
  const merge = useAction({
    run: (reason: string) => mergeTerms({ from: from.id, into: into?.id ?? '', reason }),
    refresh: [ADMIN_KEY, TERMS_KEY, WORKS_KEY],
    onDone: onClose,
    done: '已合并词条',
  })

  function onSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
    if (text !== '') {
      setKeyword(text)
      setInto(null)
    }
  }

  return (
    <Dialog title={`合并「${from.name}」`} open onClose={onClose} shape="drawer">
      <div className="admin-drawer admin-form">
        <p className="admin-note">
          「{from.name}」是{placeOf(from)}，有 {from.count} 部作品。请选择要合并到的{placeOf(from)}。
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search> */}
        <form role="search" className="admin-search" onSubmit={onSearch}>
          <div className="field-box">
            <input
              type="search"
              name="keyword"
              defaultValue={keyword}
              maxLength={KEYWORD_MAX}
              aria-label="要合并到的词条"
              placeholder="名称、中文名或别名"
              autoComplete="off"
            />
          </div>
          <Button type="submit">搜索</Button>
        </form>
        {keyword !== '' && <Targets from={from} keyword={keyword} chosen={into} onChoose={setInto} />}
        {into && (
          <>
            <Outcome from={from} into={into} />
            <ReasonFields confirm="合并" required busy={merge.isPending} onConfirm={merge.mutate} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Maximum number of suggestions. */
const MAX_TARGETS = 8

interface TargetsProps {
  from: AdminTerm
  keyword: string
  chosen: AdminTerm | null
  onChoose: (term: AdminTerm) => void
}

/** The possible targets. */
function Targets({ from, keyword, chosen, onChoose }: TargetsProps) {
  const { kind, modId } = from
  const list = useQuery(adminTermsOptions({ keyword, kind, modId, ...UNSORTED, page: 1 }))
  return (
    <QueryView query={list}>
      {({ rows }) => (
        <TargetList others={rows.filter(({ id }) => id !== from.id)} chosen={chosen} onChoose={onChoose} />
      )}
    </QueryView>
  )
}

interface TargetListProps {
  others: readonly AdminTerm[]
  chosen: AdminTerm | null
  onChoose: (term: AdminTerm) => void
}

function TargetList({ others, chosen, onChoose }: TargetListProps) {
  const shown = others.slice(0, MAX_TARGETS)
  if (shown.length === 0) return <p className="admin-note">没有找到其他词条，请换一个名称搜索。</p>
  return (
    <>
      <RadioList
        label="合并到"
        choices={shown.map(({ id, name, nameCn, aliases, count }) => ({
          value: id,
          label: name,
          hint: [...new Set([nameCn, ...aliases].filter((other) => other !== '' && other !== name)), `${count} 部作品`]
            .slice(-4)
            .join(' · '),
        }))}
        current={chosen?.id ?? null}
        onChange={(id) => {
          const term = shown.find((other) => other.id === id)
          if (term) onChoose(term)
        }}
      />
      {others.length > MAX_TARGETS && <p className="admin-note">只列出最常用的 {MAX_TARGETS} 个，请写得更完整些。</p>}
    </>
  )
}

/** The effect of the merge. */
function Outcome({ from, into }: { from: AdminTerm; into: AdminTerm }) {
  return (
    <ul className="merge-outcome">
      <li>
        「{from.name}」的 {from.count} 部作品归入「{into.name}」（现有 {into.count}{' '}
        部），隐藏的作品也一样；两者都有的只算一次。
      </li>
      <li>
        「{from.name}」的名称和别名成为「{into.name}」的别名，搜索和以后的导入都会找到「{into.name}」。
      </li>
      <li>
        「{from.name}」不再单独显示，它的旧地址会打开「{into.name}」。此操作不能撤销。
      </li>
    </ul>
  )
}
