import type { ByHand } from './use-payment.ts'
import './pay-channels.css'

const WORDS: Record<ByHand['why'], string> = {
  blocked: '浏览器拦截了支付窗口。',
  closed: '支付窗口已关闭。',
}

/** The way to a payment page that no window shows. */
export function OpenedByHand({ address, why }: ByHand) {
  return (
    <p className="channels-blocked" role="alert">
      {WORDS[why]}
      <a href={address} target="_blank" rel="noopener noreferrer">
        点击前往支付
      </a>
    </p>
  )
}
