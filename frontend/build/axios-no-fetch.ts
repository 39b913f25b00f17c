/** In place of axios' own: no adapter. */
export const getFetch = (): null => null
