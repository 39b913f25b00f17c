import type { PayChannel } from '@/entities/order/api.ts'

const FIRST: Record<PayChannel, string> = { alipay: '支', weixin: '微' }

/** Icon of a payment channel: its colour and first character. */
export function ChannelMark({ channel }: { channel: PayChannel }) {
  return (
    <span className={`channel-mark channel-mark-${channel}`} aria-hidden="true">
      {FIRST[channel]}
    </span>
  )
}
