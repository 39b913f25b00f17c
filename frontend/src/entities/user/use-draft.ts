import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '@/shared/api/session.ts'
import { draftOf, keepDraft, useDrafts } from '@/shared/state/drafts.ts'
import { userInfoOptions } from './api.ts'

/** Keeps what is being written under this name through reloads, for who writes it, and brings it back (R12.11). */
export function useDraft(name: string, text: string, bring: (text: string) => void): void {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  const by = signedIn ? info.data?.user?.userName : null
  const owner = useRef<string | null>(undefined)
  // What is kept already, or what the form began with.
  const known = useRef(text)
  useEffect(() => {
    if (by === undefined) return
    if (owner.current !== by) {
      owner.current = by
      const kept = draftOf(name, by)
      if (text === '' && kept !== '') {
        known.current = kept
        bring(kept)
        return
      }
    }
    if (text === known.current) return
    known.current = text
    keepDraft(name, by, text)
  })
}

/** Tells which names have a draft of the current user. */
export function useHasDraft(): (name: string) => boolean {
  const info = useQuery(userInfoOptions())
  const drafts = useDrafts()
  const by = info.data?.user?.userName
  return (name) => by !== undefined && drafts[name]?.by === by
}
