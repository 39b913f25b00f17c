/** Strings are matched first so that digits inside them are left alone. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const INTEGER = /^-?\d{16,}$/

/** Parses JSON; integers beyond the safe range become strings (R14.3). */
export function parseJson(text: string): unknown {
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) =>
      INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  )
}
