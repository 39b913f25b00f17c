/** First part of the keys of everything about terms. */
export const TERMS_KEY = ['terms'] as const
