import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { collectIntoDefault } from '@/entities/collection/api/collect.ts'
import { COLLECTED_KEY } from '@/entities/collection/api/collected.ts'
import { collectionsOptions } from '@/entities/collection/api/collections.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { CollectNotice } from './collect-notice.tsx'
import { CollectionPicker } from './collection-picker.tsx'
import { KeepButton } from './keep-button.tsx'
import { useKeeping } from './use-keeping.ts'

/**
 * Collects the work into the default collection and offers to choose another; a work that is collected already opens
 * the choice at once (spec §4).
 */
export function CollectButton({ detail }: { detail: WorkDetail }) {
  const { id } = detail.data
  const client = useQueryClient()
  const show = useKeeping(id)
  const signedIn = useSignedIn()
  const collected = signedIn && detail.collect
  const [picking, setPicking] = useState(false)
  const [noticed, setNoticed] = useState(false)
  const hideNotice = useCallback(() => setNoticed(false), [])

  const collect = useMutation({
    mutationFn: () => collectIntoDefault(id),
    onSuccess: (state) => {
      show({ collect: state.collect })
      setNoticed(true)
      for (const queryKey of [COLLECTED_KEY, collectionsOptions().queryKey]) void client.invalidateQueries({ queryKey })
    },
  })

  function onClick() {
    if (!signedIn) askToLogIn()
    else if (collected) setPicking(true)
    else collect.mutate()
  }

  return (
    <>
      <KeepButton icon="bookmark" pressed={collected} opensDialog={collected} onClick={onClick}>
        {collected ? '已收藏' : '收藏'}
      </KeepButton>
      <CollectNotice
        shown={noticed}
        onGone={hideNotice}
        onChange={() => {
          hideNotice()
          setPicking(true)
        }}
      />
      {picking && signedIn && <CollectionPicker workId={id} onClose={() => setPicking(false)} />}
    </>
  )
}
