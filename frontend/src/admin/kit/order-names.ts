/** Names of the order statuses. */
export const STATUS_NAMES = ['未支付', '已支付', '异常', '已关闭', '已退款'] as const

/** Label of a status. */
export function statusName(status: number): string {
  return STATUS_NAMES[status] ?? String(status)
}
