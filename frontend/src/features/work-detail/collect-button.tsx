import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide'
import { useCallback, useState } from 'react'
import { COLLECTED_KEY, collectIntoDefault, collectionsOptions } from '@/entities/collection/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { CollectNotice } from './collect-notice.tsx'
import { CollectionPicker } from './collection-picker.tsx'
import { ToggleButton } from './toggle-button.tsx'
import { useOptimisticDetail } from './use-optimistic-detail.ts'

/**
 * Collects the work into the default collection and offers to change it; for a collected work the choice opens at once
 * (R9.4).
 */
export function CollectButton({ detail }: { detail: WorkDetail }) {
  const { id } = detail.data
  const client = useQueryClient()
  const kept = useOptimisticDetail(id)
  const signedIn = useSignedIn()
  const collected = signedIn && detail.collect
  const sheet = useUrlDialog('sheet')
  const pick = () => sheet.open('collect')
  const [noticed, setNoticed] = useState(false)
  const mutationKey = ['collect', id]
  const hideNotice = useCallback(() => setNoticed(false), [])

  const collect = useMutation({
    mutationKey,
    mutationFn: () => collectIntoDefault(id),
    onMutate: kept.stopAsking,
    onSuccess: (state) => {
      kept.show({ collect: state.collect })
      setNoticed(true)
      for (const queryKey of [COLLECTED_KEY, collectionsOptions().queryKey]) void client.invalidateQueries({ queryKey })
    },
    onSettled: () => void kept.askAgain(),
  })

  function onClick() {
    if (!signedIn) askToLogIn()
    else if (collected) pick()
    // A repeated press while the first is pending.
    else if (client.isMutating({ mutationKey }) === 0) collect.mutate()
  }

  return (
    <>
      <ToggleButton icon={Bookmark} pressed={collected} opensDialog={collected} onClick={onClick}>
        {collected ? '已收藏' : '收藏'}
      </ToggleButton>
      <CollectNotice
        shown={noticed}
        onGone={hideNotice}
        onChange={() => {
          hideNotice()
          pick()
        }}
      />
      {sheet.value === 'collect' && signedIn && <CollectionPicker workId={id} onClose={sheet.close} />}
    </>
  )
}
