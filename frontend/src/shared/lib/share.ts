import { copyText } from './clipboard.ts'

/**
 * Offers the current page through the system's share sheet, or copies its link where there is none. Call it in a click
 * handler.
 */
export async function sharePage(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      // The sheet was closed; nothing is left to do.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyText(url, '链接已复制')
}
