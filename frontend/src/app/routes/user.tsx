import { MemberPage } from '@/features/member/member-page.tsx'

/** /user, the member centre. */
export default MemberPage
