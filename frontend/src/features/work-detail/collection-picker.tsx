import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import {
  COLLECTED_KEY,
  chooseCollections,
  collectionsOfWorkOptions,
  collectionsOptions,
  createCollection,
} from '@/entities/collection/api.ts'
import type { Collection } from '@/shared/api/types.ts'
import { COLLECTIONS_OF_WORK_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { StaleNote } from '@/shared/ui/query-view.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { useOptimisticDetail } from './use-optimistic-detail.ts'

const CollectionForm = lazy(() => import('@/entities/collection/collection-form.tsx'))

const LONG_TOAST_MS = 5000

interface CollectionPickerProps {
  workId: string
  onClose: () => void
}

/** Selects up to five collections of a work; none removes it from all (R9.5). */
export function CollectionPicker({ workId, onClose }: CollectionPickerProps) {
  const collections = useQuery(collectionsOptions())
  const chosen = useQuery(collectionsOfWorkOptions(workId))
  const hasAll = collections.data !== undefined && chosen.data !== undefined && chosen.isFetchedAfterMount
  const error = hasAll ? null : (collections.error ?? chosen.error)
  const [naming, setNaming] = useState(false)

  function retry() {
    void collections.refetch()
    void chosen.refetch()
  }

  return (
    <Dialog title={naming ? '新建收藏夹' : '选择收藏夹'} open onClose={onClose} shape="sheet">
      {error && <ErrorView error={error} onRetry={retry} />}
      {!error && !hasAll && <Spinner />}
      {hasAll && (collections.isRefetchError || chosen.isRefetchError) && <StaleNote onRetry={retry} />}
      {collections.data && chosen.isFetchedAfterMount && chosen.data && (
        <Choice
          workId={workId}
          collections={collections.data}
          before={chosen.data}
          naming={naming}
          onNaming={setNaming}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ChoiceProps extends CollectionPickerProps {
  collections: readonly Collection[]
  /** Ids of the current collections. */
  before: readonly string[]
  /** Whether the form of a new collection replaces the choice. */
  naming: boolean
  onNaming: (naming: boolean) => void
}

function Choice({ workId, collections, before, naming, onNaming, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => new Set(before))
  const full = chosen.size >= COLLECTIONS_OF_WORK_MAX

  function choose(id: string, wanted: boolean) {
    const next = new Set(chosen)
    if (wanted) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const save = useSave(workId, onClose)

  if (naming) {
    return (
      <NewCollection
        onCancel={() => onNaming(false)}
        onMade={({ cateId, cateName }) => {
          onNaming(false)
          if (!full) choose(cateId, true)
          else toast(`“${cateName}”已新建，没有勾选：${AT_MOST}`, { kind: 'warning', duration: LONG_TOAST_MS })
        }}
      />
    )
  }
  return (
    <form
      className="picker"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate([...chosen])
      }}
    >
      <p className="picker-hint">{hint(chosen.size)}</p>
      <ul className="picker-list">
        {collections.map(({ cateId, cateName, isPrivate, count }) => (
          <li key={cateId}>
            <CheckBox
              label={cateName}
              hint={`${isPrivate === 1 ? '私密' : '公开'} · ${count} 部`}
              checked={chosen.has(cateId)}
              disabled={full && !chosen.has(cateId)}
              onChange={(wanted) => choose(cateId, wanted)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="picker-new" onClick={() => onNaming(true)}>
        <Icon of={Plus} />
        新建收藏夹
      </button>
      <Button primary block type="submit" loading={save.isPending} loadingText="保存中">
        保存
      </Button>
    </form>
  )
}

function useSave(workId: string, onSaved: () => void) {
  const client = useQueryClient()
  const optimistic = useOptimisticDetail(workId)
  return useMutation({
    mutationFn: (chosen: readonly string[]) => chooseCollections(workId, chosen),
    onSuccess: ({ collect }) => {
      optimistic.show({ collect })
      toast(collect ? '收藏已保存' : '已取消收藏', { kind: 'success' })
      void client.invalidateQueries({ queryKey: collectionsOptions().queryKey })
      void client.invalidateQueries({ queryKey: COLLECTED_KEY })
      onSaved()
    },
  })
}

interface NewCollectionProps {
  onMade: (made: Collection) => void
  onCancel: () => void
}

function NewCollection({ onMade, onCancel }: NewCollectionProps) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: createCollection,
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: collectionsOptions().queryKey })
      onMade(made)
    },
  })
  return (
    <Suspense fallback={<Spinner />}>
      <CollectionForm onSave={create.mutate} onCancel={onCancel} saving={create.isPending} refusal={create.error} />
    </Suspense>
  )
}

const AT_MOST = `一个作品最多收藏到${COLLECTIONS_OF_WORK_MAX}个收藏夹`

function hint(chosen: number): string {
  if (chosen === 0) return '一个都不选，保存后取消收藏'
  return `已选 ${chosen} 个，${AT_MOST}`
}
