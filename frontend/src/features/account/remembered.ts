import { hasWebCrypto } from '@signer'
import { REMEMBER_SECONDS } from '@/shared/config/constants.ts'
import { readCookie, writeCookie } from '@/shared/lib/cookies.ts'
import { idbDelete, idbGet, idbSet } from '@/shared/lib/idb.ts'
import { readJson, removeItem, writeText } from '@/shared/lib/storage.ts'
import { makeSealKey, seal, unseal } from './password-seal.ts'

/** The cookie whose expiry ends the remembering. It is sent with every call, so it holds only a flag. */
const FLAG = 'rememberMe'
/** Name and sealed password. Not a cookie: one for `/login` could not be read after a client-side navigation. */
const SEALED = 'yingku.remembered'
/** Key of the encryption key, which is stored apart from the password. */
const KEY = 'remember-password'

/** Initial values of the login form. */
export interface Remembered {
  userName: string
  /** Empty if only the name could be saved. */
  password: string
}

/** Whether a password can be saved: on plain http there is no encryption, so only the name is. */
export function canKeepPassword(): boolean {
  return hasWebCrypto()
}

/** Saves name, encrypted password and flag for 30 days (R7.9). */
export async function remember({ userName, password }: Remembered): Promise<void> {
  writeText('local', SEALED, JSON.stringify({ userName, password: await sealed(userName, password) }))
  setFlag(REMEMBER_SECONDS)
}

/** Removes all three, and the key. */
export async function forget(): Promise<void> {
  setFlag(0)
  removeItem('local', SEALED)
  await idbDelete(KEY)
}

/** The remembered login; `null` if there is none or it has expired. */
export async function recall(): Promise<Remembered | null> {
  const saved = readJson('local', SEALED)
  if (!isRemembered(saved)) return null
  if (!hasFlag()) {
    await forget()
    return null
  }
  const key = canKeepPassword() ? await idbGet<CryptoKey>(KEY) : undefined
  const password = key ? await unseal(key, saved.userName, saved.password) : null
  return { userName: saved.userName, password: password ?? '' }
}

async function sealed(userName: string, password: string): Promise<string> {
  if (!canKeepPassword()) return ''
  const key = await makeSealKey()
  await idbSet(KEY, key)
  return seal(key, userName, password)
}

function isRemembered(saved: unknown): saved is Remembered {
  const { userName, password } = (saved ?? {}) as Partial<Remembered>
  return typeof userName === 'string' && userName !== '' && typeof password === 'string'
}

function setFlag(seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(FLAG, 'true', `Max-Age=${seconds}; Path=/; SameSite=Strict${secure}`)
}

function hasFlag(): boolean {
  return readCookie(FLAG) === 'true'
}
