import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide'
import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { termName } from '../term/term-name.ts'
import { FOLLOWS_KEY, followStateOptions, setFollow } from './api.ts'
import '@/shared/ui/chip.css'

/** Terms of the same name, each of a channel. */
type Channels = Schemas['TermDetail']['channels']

interface FollowButtonProps {
  /** With the terms of the same name in each channel. */
  term: Pick<Schemas['TermDetail'], 'id' | 'name' | 'nameCn' | 'channels'>
}

/**
 * Follows a term, and offers the same for its name in other channels. It shows at once; a failure takes it back. Visitors are
 * asked to log in.
 */
export function FollowButton({ term }: FollowButtonProps) {
  const { id, channels } = term
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const { queryKey } = followStateOptions(id)
  const state = useQuery(followStateOptions(id))
  const followed = signedIn && state.data?.follow === true
  const mutationKey = ['follow', id]
  /** The same name in other channels, while the dialog asks about it. */
  const [asked, setAsked] = useState<Channels>([])

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
      if (client.isMutating({ mutationKey }) !== 1) return
      client.setQueryData(queryKey, now)
      const others = channels.filter((other) => other.id !== id)
      if (now.follow) void unfollowed(client, others).then(setAsked)
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
    <>
      <button
        type="button"
        className="chip"
        aria-pressed={followed}
        aria-label={`关注${termName(term)}`}
        onClick={onClick}
      >
        <Icon of={followed ? Check : Plus} size={16} />
        {followed ? '已关注' : '关注'}
      </button>
      <OthersDialog name={termName(term)} asked={asked} onAsked={setAsked} />
    </>
  )
}

/** Those that the member does not follow; none if that cannot be told. */
async function unfollowed(client: QueryClient, others: Channels): Promise<Channels> {
  try {
    const states = await Promise.all(others.map((other) => client.fetchQuery(followStateOptions(other.id))))
    return others.filter((_, at) => states[at]?.follow === false)
  } catch {
    return []
  }
}

interface OthersDialogProps {
  name: string
  asked: Channels
  onAsked: (left: Channels) => void
}

/** Offers to follow the same name in other channels too. */
function OthersDialog({ name, asked, onAsked }: OthersDialogProps) {
  const client = useQueryClient()
  const follow = useMutation({
    mutationFn: async () => {
      const left = [...asked]
      try {
        // What is refused can be tried again.
        for (const { id } of asked) {
          await setFollow(id, true)
          left.shift()
        }
      } finally {
        onAsked(left)
      }
    },
    onSuccess: () => toast('其他频道也已关注', { kind: 'success' }),
    onSettled: () => client.invalidateQueries({ queryKey: FOLLOWS_KEY }),
  })
  return (
    <ConfirmDialog
      title="其他频道也关注?"
      confirm="也关注"
      // This channel's stays followed: 取消 would say that it does not.
      cancel="不用"
      open={asked.length > 0}
      busy={follow.isPending}
      onConfirm={() => follow.mutate()}
      onClose={() => onAsked([])}
    >
      {asked.map(({ modId }) => channelOf(modId).label).join('、')}也有“{name}”的影片。
    </ConfirmDialog>
  )
}
