import { useQuery } from '@tanstack/react-query'
import { Globe, Lock, Plus } from 'lucide'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { collectedWorks, collectionsOptions } from '@/entities/collection/api.ts'
import { tabQuery } from '@/entities/work-filter/use-choices.ts'
import type { Collection } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { CollectionActions } from './collection-actions.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import { MemberWorks } from './member-works.tsx'
import '@/shared/ui/chip.css'
import './collect-tab.css'

const PARAM = 'cate'
const ALL = '全部'

/** The tab 收藏: collections as buttons, and the works of the selected one (R8.4). */
export function CollectTab() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const collections = useQuery(collectionsOptions())
  const wanted = params.get(PARAM)
  const current = collections.data?.find(({ cateId }) => cateId === wanted)
  // The URL may name a deleted collection.
  const cateId = collections.isSuccess ? (current?.cateId ?? null) : wanted

  function choose(id: string) {
    const search = tabQuery(params, { [PARAM]: id })
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <div className="collections">
        <fieldset className="collections-strip">
          <legend className="visually-hidden">收藏夹</legend>
          <Choice label={ALL} current={cateId === null} onChoose={() => choose('')} />
          {collections.data?.map((collection) => (
            <Choice
              key={collection.cateId}
              label={collection.cateName}
              collection={collection}
              current={collection.cateId === cateId}
              onChoose={() => choose(collection.cateId)}
            />
          ))}
          {collections.isPending && <span className="chip collections-skeleton skeleton" />}
          {collections.isError && (
            <button type="button" className="chip" onClick={() => void collections.refetch()}>
              收藏夹加载失败，点击重试
            </button>
          )}
          <button type="button" className="chip" aria-haspopup="dialog" onClick={() => setMaking(true)}>
            <Icon of={Plus} size={16} />
            新建
          </button>
        </fieldset>
      </div>
      {current && <CollectionActions key={current.cateId} collection={current} onDeleted={() => choose('')} />}
      <MemberWorks
        own={collectedWorks(cateId)}
        pageSize={PAGE_SIZE.collected}
        empty={<EmptyView text="暂时没有收藏内容~" hint="在作品页点收藏，就会出现在这里。" />}
      />
      {making && <CollectionDialog onClose={() => setMaking(false)} onSaved={(saved) => choose(saved.cateId)} />}
    </>
  )
}

interface ChoiceProps {
  label: string
  collection?: Collection
  current: boolean
  onChoose: () => void
}

function Choice({ label, collection, current, onChoose }: ChoiceProps) {
  return (
    <button type="button" className="chip" aria-pressed={current} onClick={onChoose}>
      {collection?.isPrivate === 1 && collection.isDefault === 0 && <Icon of={Lock} size={14} />}
      {collection?.isPrivate === 0 && <Icon of={Globe} size={14} />}
      {label}
      {collection && <span className="numeric collections-count">{collection.count}</span>}
    </button>
  )
}
