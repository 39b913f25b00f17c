import { MEMBER_KEY } from '@/entities/user/member-key.ts'

/** First parts of the query keys of everything operators see; forgotten when somebody else logs in. */
export const ADMIN_KEY = [MEMBER_KEY, 'admin'] as const
