import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setLike } from '@/entities/work/api/like.ts'
import { likedOptions } from '@/entities/work/api/liked.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { KeepButton } from './keep-button.tsx'
import { useKeeping } from './use-keeping.ts'

/** Likes the work at once and asks the server behind it; a failure takes it back (spec §4). */
export function LikeButton({ detail }: { detail: WorkDetail }) {
  const { id } = detail.data
  const client = useQueryClient()
  const show = useKeeping(id)
  const signedIn = useSignedIn()
  const liked = signedIn && detail.like
  const mutationKey = ['like', id]
  const isLast = () => client.isMutating({ mutationKey }) === 1

  const like = useMutation({
    mutationKey,
    // One after the other, in the order of the presses.
    scope: { id: mutationKey.join() },
    mutationFn: (wanted: boolean) => setLike(id, wanted),
    onMutate: (wanted) => show({ like: wanted }),
    onSuccess: (state) => {
      if (isLast()) show({ like: state.like })
      void client.invalidateQueries({ queryKey: likedOptions().queryKey })
    },
    onError: (_, wanted) => {
      if (isLast()) show({ like: !wanted })
    },
  })

  return (
    <KeepButton icon="heart" pressed={liked} onClick={() => (signedIn ? like.mutate(!liked) : askToLogIn())}>
      {liked ? '已喜欢' : '喜欢'}
    </KeepButton>
  )
}
