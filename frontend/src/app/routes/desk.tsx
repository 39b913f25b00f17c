import { DeskPage } from '@/features/desk/desk-page.tsx'

/** /admin and below, the operators' console. */
export default DeskPage
