import { type CryptoBackend, createClientKey, hasWebCrypto, webCrypto } from '@signer'
import { keyWasLost } from '../feedback/login-dialog.ts'
import { inlinedConfig } from './app-config.ts'
import { serverNow } from './clock.ts'
import type { Schemas } from './contract.ts'
import { loadKey, type StoredKey, saveKey } from './key-store.ts'
import { hasStoredUser } from './session.ts'

/**
 * The application secret, which only identifies the client. The server inlines its own, so that older builds keep
 * working.
 */
function appSecret(): string {
  return inlinedConfig()?.appSecret ?? import.meta.env.VITE_APP_SECRET
}

/** The server accepts a key for 90 days; it is replaced well before. */
const KEY_LIFETIME_MS = 60 * 24 * 60 * 60 * 1000

let current: Promise<StoredKey> | null = null

/** WebCrypto, or plain JavaScript on plain http. */
export async function cryptoBackend(): Promise<CryptoBackend> {
  return hasWebCrypto() ? webCrypto : (await import('@signer/pure')).pureCrypto
}

/** The client key of this installation: from memory, from storage, or generated. One at a time. */
export function clientKey(loadConfig: () => Promise<Schemas['AppConfig']>): Promise<StoredKey> {
  current ??= obtain(loadConfig).catch((error: unknown) => {
    current = null
    throw error
  })
  return current
}

async function obtain(loadConfig: () => Promise<Schemas['AppConfig']>): Promise<StoredKey> {
  const [config, stored] = await Promise.all([loadConfig(), loadKey()])
  // A key sealed to the server's previous key stays valid until the server rejects it.
  if (stored && stored.madeFor === appSecret() && isUsable(stored)) return stored
  // A session is bound to its key: remember why the user has to log in again.
  if (!stored && hasStoredUser()) keyWasLost.set(true)
  return make(config)
}

function isUsable(stored: StoredKey): boolean {
  const age = serverNow() - stored.createdAt
  const readable = stored.signingKey instanceof Uint8Array
  return age < KEY_LIFETIME_MS && (readable || hasWebCrypto())
}

async function make(config: Schemas['AppConfig']): Promise<StoredKey> {
  const { kid, publicKey } = config
  const key = await createClientKey(await cryptoBackend(), { kid, publicKey, secret: appSecret(), now: serverNow() })
  const stored = { ...key, madeFor: appSecret() }
  await saveKey(stored)
  return stored
}

/** Replaces a rejected key on the next request. */
export function replaceClientKey(loadConfig: () => Promise<Schemas['AppConfig']>): void {
  current = loadConfig().then(make)
  current.catch(() => {
    current = null
  })
}
