import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MEMBER_KEY } from '@/entities/user/member-key.ts'
import { onLoginChange } from '@/shared/api/session.ts'

/** Whether an answer depends on who asked: a member's own lists, and works with their like and collect flags. */
function isPersonal({ queryKey: [first, second] }: Query): boolean {
  return first === MEMBER_KEY || (first === 'works' && second === 'detail')
}

/** Forgets what the server said to one user when another logs in, or nobody is logged in any more. */
export function useSessionCache(): void {
  const client = useQueryClient()
  useEffect(() => onLoginChange(() => void client.resetQueries({ predicate: isPersonal })), [client])
}
