/** First part of the keys of everything about works. */
export const WORKS_KEY = ['works'] as const

/** First parts of the keys of every list of works. */
export const WORK_LISTS_KEY = [...WORKS_KEY, 'list'] as const

/** First parts of the keys of every work by itself; what a member keeps is in it. */
export const WORK_DETAILS_KEY = [...WORKS_KEY, 'detail'] as const
