import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkOrder, type OrderState, ordersOptions } from '@/entities/order/api.ts'
import { refreshLevel } from '@/entities/user/use-level.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'

/** Polling interval in milliseconds and maximum number of polls: ten minutes in total. */
const EVERY_MS = 4_000
const MAX_LOOKS = 150
const UNPAID = 0

/** Polls an order until it is paid or closed, while the page is visible. */
export function useOrderWatch(orderId: string | null): OrderState | null {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [MEMBER_KEY, 'order', orderId],
    queryFn: orderId === null ? skipToken : () => checkOrder(orderId, true),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      const isSettled = state.data !== undefined && state.data.status !== UNPAID
      return isSettled || state.dataUpdateCount + state.errorUpdateCount >= MAX_LOOKS ? false : EVERY_MS
    },
  })
  const isSettled = data !== undefined && data.status !== UNPAID
  // Refetch the orders and the member's level.
  useEffect(() => {
    if (!isSettled) return
    refreshLevel(client)
    void client.invalidateQueries({ queryKey: ordersOptions().queryKey })
  }, [client, isSettled])
  return orderId === null ? null : (data ?? null)
}
