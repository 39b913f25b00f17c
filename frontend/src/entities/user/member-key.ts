/** First part of the query keys of a member's own data. */
export const MEMBER_KEY = 'member'
