import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import {
  type CollectionDetails,
  collectionsOptions,
  createCollection,
  editCollection,
} from '@/entities/collection/api.ts'
import type { Collection } from '@/shared/api/types.ts'
import { closeAtOnce } from '@/shared/lib/close-at-once.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'

const CollectionForm = lazy(() => import('@/entities/collection/collection-form.tsx'))

interface CollectionDialogProps {
  /** The collection to edit; none creates one. */
  collection?: Collection
  onSaved?: (saved: Collection) => void
  onClose: () => void
}

export function CollectionDialog({ collection, onSaved, onClose }: CollectionDialogProps) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (details: CollectionDetails) =>
      collection ? editCollection(collection.cateId, details) : createCollection(details),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: collectionsOptions().queryKey })
      closeAtOnce(onClose)
      onSaved?.(saved)
    },
  })
  return (
    <Dialog title={collection ? '编辑收藏夹' : '新建收藏夹'} open onClose={onClose}>
      <Suspense fallback={<Spinner />}>
        <CollectionForm collection={collection} onSave={save.mutate} saving={save.isPending} refusal={save.error} />
      </Suspense>
    </Dialog>
  )
}
