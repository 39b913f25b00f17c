import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide'
import { useRef } from 'react'
import { likedOptions, setLike } from '@/entities/work/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { ToggleButton } from './toggle-button.tsx'
import { useOptimisticDetail } from './use-optimistic-detail.ts'

/** Shows the like at once while the request is under way; a failure takes it back (R9.3). */
export function LikeButton({ detail }: { detail: WorkDetail }) {
  const { id } = detail.data
  const client = useQueryClient()
  const kept = useOptimisticDetail(id)
  /** What the server said last, to go back to. */
  const before = useRef(detail.like)
  const signedIn = useSignedIn()
  const liked = signedIn && detail.like
  const mutationKey = ['like', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1

  const like = useMutation({
    mutationKey,
    // One after the other, in the order of the presses.
    scope: { id: mutationKey.join() },
    mutationFn: (wanted: boolean) => setLike(id, wanted),
    onMutate: kept.stopAsking,
    onSuccess: (state) => {
      before.current = state.like
      if (isLast()) kept.show({ like: state.like })
      void client.invalidateQueries({ queryKey: likedOptions().queryKey })
    },
    onError: () => {
      if (isLast()) kept.show({ like: before.current })
    },
    onSettled: () => {
      if (isLast()) void kept.askAgain()
    },
  })

  // What is shown now, not what this render shows: the next press may come before another one.
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
