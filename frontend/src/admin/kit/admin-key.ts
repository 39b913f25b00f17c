import { MEMBER_KEY } from '@/shared/api/member-key.ts'

/** Query key prefix of everything operators see. It is cleared when another user logs in. */
export const ADMIN_KEY = [MEMBER_KEY, 'admin'] as const
