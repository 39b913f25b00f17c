import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide'
import { useSignedIn } from '@/shared/api/session.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { FOLLOWS_KEY, followStateOptions, setFollow } from './api.ts'
import '@/shared/ui/chip.css'

/** Follows a term. It shows at once; a failure takes it back. Visitors are asked to log in. */
export function FollowButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const { queryKey } = followStateOptions(id)
  const state = useQuery(followStateOptions(id))
  const followed = signedIn && state.data?.follow === true
  const mutationKey = ['follow', id]

  const change = useMutation({
    mutationKey,
    // Runs presses one after another.
    scope: { id: mutationKey.join() },
    mutationFn: (follow: boolean) => setFollow(id, follow),
    onMutate: async (follow) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => ({ follow, count: known?.count ?? 0 }))
    },
    onSuccess: (now) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, now)
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: FOLLOWS_KEY })
    },
  })

  // The cached value, not the rendered one: presses may be faster than renders.
  function onClick() {
    if (signedIn) change.mutate(client.getQueryData(queryKey)?.follow !== true)
    else askToLogIn()
  }

  return (
    <button type="button" className="chip" aria-pressed={followed} aria-label={`关注${name}`} onClick={onClick}>
      <Icon of={followed ? Check : Plus} size={16} />
      {followed ? '已关注' : '关注'}
    </button>
  )
}
