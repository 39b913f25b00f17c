import { copyText } from '@/shared/lib/clipboard.ts'
import { Button } from '@/shared/ui/button.tsx'
import type { PayingApp } from './scene.ts'
import './pay-channels.css'

const NAMES: Record<PayingApp, string> = { wechat: '微信', alipay: '支付宝' }

/** How to pay when an app's own browser shows the site: its menu opens a browser. */
export function OpenInBrowser({ app }: { app: PayingApp }) {
  const name = NAMES[app]
  return (
    <div className="channels-note" role="note">
      <p>
        {app === 'wechat' ? `${name}内无法完成支付` : `${name}内只能用${name}付款`}
        。请点右上角“…”，选择“在浏览器打开”，登录后再付款。
      </p>
      <Button round onClick={() => copyText(location.href, '网址已复制，请粘贴到浏览器打开')}>
        复制网址
      </Button>
    </div>
  )
}
