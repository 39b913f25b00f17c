import { CarePage } from '@/features/account/care-page.tsx'

/** /user/account, 账户安全: beyond the specification. */
export default CarePage
