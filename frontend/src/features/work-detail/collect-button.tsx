import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { collectIntoDefault } from '@/entities/collection/api/collect.ts'
import { COLLECTED_KEY } from '@/entities/collection/api/collected.ts'
import { collectionsOptions } from '@/entities/collection/api/collections.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { COLLECT_NOTICE_MS } from '@/shared/config/constants.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
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

  const collect = useMutation({
    mutationFn: () => collectIntoDefault(id),
    onSuccess: (state) => {
      show({ collect: state.collect })
      setNoticed(true)
      for (const queryKey of [COLLECTED_KEY, collectionsOptions().queryKey]) void client.invalidateQueries({ queryKey })
    },
  })

  useEffect(() => {
    if (!noticed) return
    const timer = setTimeout(() => setNoticed(false), COLLECT_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [noticed])

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
      <div className="collect-notice" role="status">
        {noticed && (
          <p>
            已添加到默认收藏夹
            <button
              type="button"
              onClick={() => {
                setNoticed(false)
                setPicking(true)
              }}
            >
              更改
            </button>
          </p>
        )}
      </div>
      {picking && signedIn && <CollectionPicker workId={id} onClose={() => setPicking(false)} />}
    </>
  )
}
