import type { ByHand } from './use-payment.ts'
import './pay-channels.css'

const LABELS: Record<ByHand['why'], string> = {
  blocked: '浏览器拦截了支付窗口。',
  closed: '支付窗口已关闭。',
}

/** A link to a payment page that no window shows. It tells the site's origin, as {@link openPayingWindow} does. */
export function OpenedByHand({ url, why }: ByHand) {
  return (
    <p className="channels-blocked" role="alert">
      {LABELS[why]}
      <a href={url} target="_blank" rel="noopener" referrerPolicy="origin">
        点击前往支付
      </a>
    </p>
  )
}
