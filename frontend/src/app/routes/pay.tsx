import { PayPage } from '@/features/vip/pay-page.tsx'

/** /pay, VIP充值. */
export default PayPage
