import type { Order } from '@/shared/api/types.ts'

const FIRST: Record<Order['payChannel'], string> = { alipay: '支', weixin: '微' }

/** A way to pay by its colour and first character. */
export function ChannelMark({ channel }: { channel: Order['payChannel'] }) {
  return (
    <span className={`channel-mark channel-mark-${channel}`} aria-hidden="true">
      {FIRST[channel]}
    </span>
  )
}
