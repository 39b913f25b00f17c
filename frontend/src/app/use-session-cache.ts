import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MAGNETS_KEY } from '@/entities/magnet/api.ts'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { WORK_DETAILS_KEY } from '@/entities/work/work-keys.ts'
import { onLoginChange } from '@/shared/api/session.ts'

/** Whether an answer depends on who asked: a member's own lists, works with their flags, magnets with their hashes. */
function isPersonal({ queryKey: [first, second] }: Query): boolean {
  return (
    first === MEMBER_KEY || first === MAGNETS_KEY || (first === WORK_DETAILS_KEY[0] && second === WORK_DETAILS_KEY[1])
  )
}

/** Forgets what the server said to one user when another logs in, or nobody is logged in any more. */
export function useSessionCache(): void {
  const client = useQueryClient()
  useEffect(() => onLoginChange(() => void client.resetQueries({ predicate: isPersonal })), [client])
}
