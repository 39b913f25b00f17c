/** Symbols of an activation code, as in the API. */
const SYMBOLS = 25

/** Whether a text has the form of an activation code, whatever separates its groups; numbers have digits alone. */
export function isCode(text: string): boolean {
  const symbols = text.normalize('NFKC').replace(/[\s\u2010-\u2015\u2212-]/g, '')
  return symbols.length === SYMBOLS && /^[0-9A-Za-z]+$/.test(symbols) && /[A-Za-z]/.test(symbols)
}
