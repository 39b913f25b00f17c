/** The states of a question (R12.3 to R12.5). */
export const AWAITING = 0
export const NEW_REPLY = 1
export const CLOSED = 9

/** Who wrote an entry: the member or support (R12.6). */
export const BY_SUPPORT = 1
