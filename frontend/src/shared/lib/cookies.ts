/** The text of a cookie; `null` when absent, or where cookies are forbidden: there even the property access throws. */
export function readCookie(name: string): string | null {
  try {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
    return pair === undefined ? null : pair.slice(name.length + 1)
  } catch {
    return null
  }
}

/** Sets a cookie; where cookies are forbidden there is none. */
export function writeCookie(name: string, text: string, attributes: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${name}=${text}; ${attributes}`
  } catch {
    return
  }
}
