import { type CryptoBackend, createClientKey, hasWebCrypto, webCrypto } from '@signer'
import { keyWasLost } from '../feedback/login-dialog.ts'
import { inlinedConfig } from './app-config.ts'
import { serverNow } from './clock.ts'
import type { Schemas } from './contract.ts'
import { loadKey, type StoredKey, saveKey } from './key-store.ts'
import { hasStoredUser } from './session.ts'

/**
 * The application's fixed secret: a public identifier. The server writes its own into the page, so that a site that was
 * built before goes with it; the development server has the one it was started with.
 */
function appSecret(): string {
  return inlinedConfig()?.appSecret ?? import.meta.env.VITE_APP_SECRET
}

/** The server takes a key for 90 days; a new one is made well before. */
const KEY_LIFETIME_MS = 60 * 24 * 60 * 60 * 1000

let current: Promise<StoredKey> | null = null

/** WebCrypto where the page has it, plain JavaScript on plain http. */
export async function cryptoBackend(): Promise<CryptoBackend> {
  return hasWebCrypto() ? webCrypto : (await import('@signer/pure')).pureCrypto
}

/** This installation's client key: from memory, from the browser's store, or made now. One at a time. */
export function clientKey(loadConfig: () => Promise<Schemas['AppConfig']>): Promise<StoredKey> {
  current ??= obtain(loadConfig).catch((error: unknown) => {
    current = null
    throw error
  })
  return current
}

async function obtain(loadConfig: () => Promise<Schemas['AppConfig']>): Promise<StoredKey> {
  const [config, stored] = await Promise.all([loadConfig(), loadKey()])
  // A key that was sealed to the server's key before is good as long as the server takes it; it says when it does not.
  if (stored && stored.madeFor === appSecret() && isUsable(stored)) return stored
  // A session goes with its key: whoever is asked to log in again learns why.
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

/** Makes the next request use a new key, after the server refused this one. */
export function replaceClientKey(loadConfig: () => Promise<Schemas['AppConfig']>): void {
  current = loadConfig().then(make)
  current.catch(() => {
    current = null
  })
}
