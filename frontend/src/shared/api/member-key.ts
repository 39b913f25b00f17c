/** Query key prefix of a member's own data. What begins with it is asked for while somebody is logged in (query-client.ts). */
export const MEMBER_KEY = 'member'
