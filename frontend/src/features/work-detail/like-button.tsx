import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide'
import { useRef } from 'react'
import { LIKED_KEY, setLike } from '@/entities/work/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { ToggleButton } from './toggle-button.tsx'
import { useOptimisticDetail } from './use-optimistic-detail.ts'

/** Shows the like optimistically; an error reverts it (R9.3). */
export function LikeButton({ detail }: { detail: WorkDetail }) {
  const { id } = detail.data
  const client = useQueryClient()
  const kept = useOptimisticDetail(id)
  /** Last state confirmed by the server. */
  const before = useRef(detail.like)
  const signedIn = useSignedIn()
  const liked = signedIn && detail.like
  const mutationKey = ['like', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1

  const like = useMutation({
    mutationKey,
    // Runs presses one after another.
    scope: { id: mutationKey.join() },
    mutationFn: (wanted: boolean) => setLike(id, wanted),
    onMutate: kept.stopAsking,
    onSuccess: (state) => {
      before.current = state.like
      if (isLast()) kept.show({ like: state.like })
      void client.invalidateQueries({ queryKey: LIKED_KEY })
    },
    onError: () => {
      if (isLast()) kept.show({ like: before.current })
    },
    onSettled: () => {
      if (isLast()) void kept.askAgain()
    },
  })

  // The cached value, not the rendered one: presses may be faster than renders.
  function onClick() {
    if (!signedIn) {
      askToLogIn()
      return
    }
    const shown = kept.shown()?.like === true
    if (client.isMutating({ mutationKey }) === 0) before.current = shown
    kept.show({ like: !shown })
    like.mutate(!shown)
  }

  return (
    <ToggleButton icon={Heart} pressed={liked} onClick={onClick}>
      {liked ? '已喜欢' : '喜欢'}
    </ToggleButton>
  )
}
