/** Browsers read the file some time after the click. */
const REVOKE_AFTER_MS = 60_000

/** Saves a text as a file; resolves when the browser has taken it. */
export async function saveFile(name: string, type: string, text: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
  await new Promise((taken) => setTimeout(taken))
}
