import { LoginPage } from '@/features/account/login-page.tsx'

/** /login, 账户登陆. */
export default LoginPage
