import { type QueryClient, useQuery } from '@tanstack/react-query'
import { MAGNETS_KEY } from '@/entities/magnet/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { userInfoOptions } from './api.ts'

/** The level of the current user; `undefined` for visitors and while loading. */
export function useLevel(): Schemas['Level'] | undefined {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  return signedIn ? info.data?.level : undefined
}

/** Refetches what depends on the level, after it may have changed. */
export function refreshLevel(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: userInfoOptions().queryKey })
  void client.invalidateQueries({ queryKey: [MAGNETS_KEY] })
}
