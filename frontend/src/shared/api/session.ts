import { readText, removeItem } from '../lib/storage.ts'

const ACCESS_TOKEN = 'accessToken'
const REFRESH_TOKEN = 'refreshToken'

/** The stored access token, `null` for visitors. */
export function accessToken(): string | null {
  return readText(localStorage, ACCESS_TOKEN)
}

/** Whether the device keeps anything of a user who logged in (spec §2.3). */
export function hasStoredUser(): boolean {
  return accessToken() !== null
}

/** Forgets both tokens (spec §8, code 403). */
export function clearTokens(): void {
  removeItem(localStorage, ACCESS_TOKEN)
  removeItem(localStorage, REFRESH_TOKEN)
}
