import { toast } from '../feedback/toasts.ts'

/** Copies a text and says how it went, in the words of spec §8. */
export async function copyText(text: string): Promise<boolean> {
  if (text.trim() === '') {
    toast('复制内容为空！', { kind: 'warning' })
    return false
  }
  const copied = (await copyModern(text)) || copyByCommand(text)
  if (copied) toast('复制成功！', { kind: 'success' })
  else toast('复制失败,请手动复制', { kind: 'error' })
  return copied
}

async function copyModern(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Old web views and plain http pages have no clipboard object. */
function copyByCommand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}
