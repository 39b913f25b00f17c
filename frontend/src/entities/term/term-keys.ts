/** Query key prefix of everything about terms. */
export const TERMS_KEY = ['terms'] as const
