import type { PayChannel, Payment } from '@/entities/order/api.ts'

/** The type of payment page for a user agent. */
export function sceneOf(userAgent: string): Payment['scene'] {
  return /Android|iPhone|iPad|iPod|Mobile|HarmonyOS/i.test(userAgent) ? 'phone' : 'desktop'
}

/** The apps whose own browsers cannot open every payment page. */
export type PayingApp = 'wechat' | 'alipay'

/** The app whose own browser shows this site; `null` in a browser. */
export function appOf(userAgent: string): PayingApp | null {
  if (/MicroMessenger|WindowsWechat/i.test(userAgent)) return 'wechat'
  return /AlipayClient/i.test(userAgent) ? 'alipay' : null
}

/**
 * Whether a channel's page opens in an app's own browser. WeChat opens neither Alipay's pages nor its own for phone browsers,
 * and Alipay opens no page of WeChat's.
 */
export function opensIn(app: PayingApp | null, channel: PayChannel): boolean {
  return app === null || (app === 'alipay' && channel === 'alipay')
}
