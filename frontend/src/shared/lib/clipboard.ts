import { toast } from '../feedback/toasts.ts'

const COPIED = '复制成功！'

/** Copies a text; returns whether it worked (R5.10). */
export async function copyText(text: string, said: string = COPIED): Promise<boolean> {
  return copyPromised(Promise.resolve(text), () => said)
}

/**
 * Copies a text that is still being fetched. Call it in a click handler, since some browsers allow clipboard access
 * only then. Returns whether it worked; the caller handles errors of `pending`.
 *
 * @param said what is announced when it worked
 */
export async function copyPromised(pending: Promise<string>, said: () => string = () => COPIED): Promise<boolean> {
  const early = writeEarly(pending)
  const text = await pending
  if (text.trim() === '') {
    toast('复制内容为空！', { kind: 'warning' })
    return false
  }
  const copied = (await early) || (await writeNow(text)) || copyByCommand(text)
  if (copied) toast(said(), { kind: 'success' })
  else toast('复制失败,请手动复制', { kind: 'error' })
  return copied
}

/** Passes the promise itself to the clipboard. */
async function writeEarly(pending: Promise<string>): Promise<boolean> {
  try {
    const blob = pending.then((text) => {
      if (text.trim() === '') throw new Error('nothing to copy')
      return new Blob([text], { type: 'text/plain' })
    })
    // The caller handles the error.
    blob.catch(() => undefined)
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return false
  }
}

async function writeNow(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** For old web views and plain http. In a modal dialog, only its own content can be selected. */
function copyByCommand(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  const room = before?.closest('dialog') ?? document.body
  room.append(area)
  area.focus({ preventScroll: true })
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
