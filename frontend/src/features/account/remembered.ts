import { hasWebCrypto } from '@signer'
import { REMEMBER_SECONDS } from '@/shared/config/constants.ts'
import { forgetKept, keep, readKept } from '@/shared/lib/browser-store.ts'
import { makeSealKey, seal, unseal } from './password-seal.ts'

const KEY = 'remember-password'
/** Keeps the cookies off every call of the API. */
const PATH = '/login'
const NAMES = ['userName', 'password', 'rememberMe'] as const

/** What the login form finds filled in. */
export interface Remembered {
  userName: string
  /** Empty when only the name could be kept. */
  password: string
}

/** Whether a password can be kept here at all: without encryption, as on plain http, only the name is. */
export function canKeepPassword(): boolean {
  return hasWebCrypto()
}

/** Keeps name, encrypted password and flag for 30 days (spec §4). */
export async function remember({ userName, password }: Remembered): Promise<void> {
  setCookie('userName', userName, REMEMBER_SECONDS)
  setCookie('rememberMe', 'true', REMEMBER_SECONDS)
  setCookie('password', await sealed(userName, password), REMEMBER_SECONDS)
}

/** Removes all three, and the key. */
export async function forget(): Promise<void> {
  for (const name of NAMES) setCookie(name, '', 0)
  await forgetKept(KEY)
}

/** What was remembered; `null` when nothing was. Only the login page's address finds it. */
export async function recall(): Promise<Remembered | null> {
  const userName = cookie('userName')
  if (cookie('rememberMe') !== 'true' || !userName) return null
  const key = canKeepPassword() ? await readKept<CryptoKey>(KEY) : undefined
  const password = key ? await unseal(key, userName, cookie('password')) : null
  return { userName, password: password ?? '' }
}

async function sealed(userName: string, password: string): Promise<string> {
  if (!canKeepPassword()) return ''
  const key = await makeSealKey()
  await keep(KEY, key)
  return seal(key, userName, password)
}

function setCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we support
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=${PATH}; SameSite=Strict${secure}`
}

function cookie(name: string): string {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  try {
    return decodeURIComponent(found?.slice(name.length + 1) ?? '')
  } catch {
    return ''
  }
}
