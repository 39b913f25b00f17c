import { OrdersPage } from '@/features/vip/orders-page.tsx'

/** /orders, 订单记录. */
export default OrdersPage
