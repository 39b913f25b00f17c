import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { COLLECTED_KEY, collectionsOptions, deleteCollection } from '@/entities/collection/api.ts'
import { WORK_DETAILS_KEY } from '@/entities/work/work-keys.ts'
import type { Collection } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { closeAtOnce } from '@/shared/lib/close-at-once.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import '@/shared/ui/icon-button.css'

interface CollectionCareProps {
  collection: Collection
  onDeleted: () => void
}

/** Description of the selected collection, with edit and delete buttons. */
export function CollectionActions({ collection, onDeleted }: CollectionCareProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsking(null)

  const remove = useMutation({
    mutationFn: () => deleteCollection(collection.cateId),
    onSuccess: async () => {
      closeAtOnce(close)
      onDeleted()
      toast('收藏夹已删除', { kind: 'success' })
      await client.invalidateQueries({ queryKey: collectionsOptions().queryKey })
      await client.invalidateQueries({ queryKey: COLLECTED_KEY })
      // Works of this collection alone are not collected any more.
      await client.invalidateQueries({ queryKey: WORK_DETAILS_KEY })
    },
  })

  return (
    <div className="collection-actions">
      <p>
        {collection.isPrivate === 1 ? '私密' : '公开（目前仍只有您能看到）'}
        {collection.description && ` · ${collection.description}`}
      </p>
      <button type="button" className="icon-button" aria-label="编辑收藏夹" onClick={() => setAsking('edit')}>
        <Icon of={Pencil} />
      </button>
      {collection.isDefault === 0 && (
        <button type="button" className="icon-button" aria-label="删除收藏夹" onClick={() => setAsking('delete')}>
          <Icon of={Trash2} />
        </button>
      )}
      {asking === 'edit' && <CollectionDialog collection={collection} onClose={close} />}
      <ConfirmDialog
        title="删除收藏夹?"
        confirm="删除"
        open={asking === 'delete'}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        “{collection.cateName}”会被删除，只在其中的作品不再收藏。此操作不能撤销。
      </ConfirmDialog>
    </div>
  )
}
