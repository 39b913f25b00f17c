import { Badge } from '@/shared/ui/badge.tsx'
import { statusName } from './order-names.ts'

const ABNORMAL = 2

/** Status badge of an order; only abnormal ones stand out. */
export function OrderStatus({ status }: { status: number }) {
  return <Badge tone={status === ABNORMAL ? 'accent' : 'quiet'}>{statusName(status)}</Badge>
}
