import type { PayChannel } from './api.ts'

/** The ways to pay, in the order they are offered (R11.1). */
export const CHANNELS: readonly { channel: PayChannel; name: string }[] = [
  { channel: 'alipay', name: '支付宝' },
  { channel: 'weixin', name: '微信' },
]

/** What a way to pay is called. */
export function channelName(channel: string): string {
  return CHANNELS.find((known) => known.channel === channel)?.name ?? channel
}
