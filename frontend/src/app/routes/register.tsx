import { RegisterPage } from '@/features/account/register-page.tsx'

/** /register, 账户注册. */
export default RegisterPage
