import type { PayChannel } from './api.ts'

/** Payment channels in display order (R11.1). */
export const CHANNELS: readonly { channel: PayChannel; name: string }[] = [
  { channel: 'alipay', name: '支付宝' },
  { channel: 'weixin', name: '微信' },
]

/** Label of a channel. */
export function channelName(channel: string): string {
  return CHANNELS.find((known) => known.channel === channel)?.name ?? channel
}
