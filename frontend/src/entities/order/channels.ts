import { inlinedConfig } from '@/shared/api/app-config.ts'
import type { PayChannel } from './api.ts'

/** Payment channels in display order (R11.1). */
export const CHANNELS: readonly { channel: PayChannel; name: string }[] = [
  { channel: 'alipay', name: '支付宝' },
  { channel: 'weixin', name: '微信' },
]

/** The channels that can be paid through; none when nothing is sold here. All on the development server. */
export function offeredChannels(): typeof CHANNELS {
  const offered = inlinedConfig()?.payChannels
  return offered ? CHANNELS.filter(({ channel }) => offered.includes(channel)) : CHANNELS
}

/** Label of a channel. */
export function channelName(channel: string): string {
  return CHANNELS.find((known) => known.channel === channel)?.name ?? channel
}
