/** The states of a question (spec §3). */
export const AWAITING = 0
export const NEW_REPLY = 1
export const CLOSED = 9

/** Who said something: the member or support (spec §3). */
export const BY_MEMBER = 0
export const BY_SUPPORT = 1
