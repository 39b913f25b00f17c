import { SubPage } from '@/features/vip/sub-page.tsx'

/** /sub, 激活码兑换. */
export default SubPage
