/** Inline styles of the waiting page, which has no style sheet. */
const PAGE: Partial<CSSStyleDeclaration> = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: '12px',
  minHeight: '100vh',
  margin: '0',
  padding: '24px',
  boxSizing: 'border-box',
  textAlign: 'center',
  font: '16px/1.5 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", sans-serif',
}

/** A window that waits for the address of a payment page. */
export interface PayingWindow {
  /** Whether the visitor has closed it. */
  readonly closed: boolean
  /** Sends it to the payment page. */
  leave: (url: string) => void
  close: () => void
}

/**
 * Opens a window that shows a waiting message in the site's colours; `null` when the browser blocks it.
 *
 * It leaves by a link: of all ways only a link can tell the site's origin to one address alone. WeChat Pay refuses calls of
 * its phone page without a Referer, or from a domain that the merchant has not registered.
 */
export function openPayingWindow(): PayingWindow | null {
  const name = `paying-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const opened = window.open('', name)
  if (!opened) return null
  showWaiting(opened.document)
  return {
    get closed() {
      return opened.closed
    },
    leave: (url) => {
      const link = document.createElement('a')
      Object.assign(link, { href: url, target: name, referrerPolicy: 'origin' })
      document.body.append(link)
      link.click()
      link.remove()
      // The window is found by its name as long as it knows who opened it; the page it is sent to must not.
      opened.opener = null
    },
    close: () => opened.close(),
  }
}

/** Fills an empty page with the waiting message. */
function showWaiting(page: Document) {
  page.title = '前往支付'
  const site = getComputedStyle(document.documentElement)
  const colour = (name: string) => site.getPropertyValue(name).trim()
  Object.assign(page.body.style, PAGE, { background: colour('--bg'), color: colour('--text-1') })
  const title = page.createElement('strong')
  title.textContent = '正在前往支付页面'
  title.style.fontSize = '20px'
  const hint = page.createElement('span')
  hint.textContent = '请稍候，不要关闭此窗口'
  hint.style.color = colour('--text-2')
  page.body.replaceChildren(title, hint)
}
