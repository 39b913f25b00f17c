/** Query key prefix of a member's own data. */
export const MEMBER_KEY = 'member'
