import { Badge } from '@/shared/ui/badge.tsx'
import { statusName } from './order-labels.ts'

const ABNORMAL = 2

/** The status of an order as a word; only what an operator has to look at stands out. */
export function OrderStatus({ status }: { status: number }) {
  return <Badge tone={status === ABNORMAL ? 'accent' : 'quiet'}>{statusName(status)}</Badge>
}
