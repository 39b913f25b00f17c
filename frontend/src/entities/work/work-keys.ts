/** Query key prefix of everything about works. */
export const WORKS_KEY = ['works'] as const

/** Query key prefix of every list of works. */
export const WORK_LISTS_KEY = [...WORKS_KEY, 'list'] as const

/** Query key prefix of work details, which include the member's flags. */
export const WORK_DETAILS_KEY = [...WORKS_KEY, 'detail'] as const
