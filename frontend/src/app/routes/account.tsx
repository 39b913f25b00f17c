import { CarePage } from '@/features/account/care-page.tsx'

/** /user/account, 账户安全 (R1.17). */
export default CarePage
