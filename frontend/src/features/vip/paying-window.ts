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

/** Opens a window without an opener that shows a waiting message in the site's colours. */
export function openPayingWindow(): Window | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  const page = opened.document
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
  return opened
}
