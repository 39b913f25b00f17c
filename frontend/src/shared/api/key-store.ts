import type { ClientKey } from '@signer'
import { idbGet, idbSet } from '../lib/idb.ts'

const NAME = 'current'

/** A client key with the secret it was made for: a new secret needs a new key. */
export interface StoredKey extends ClientKey {
  /** The application secret. */
  madeFor: string
}

/** The stored key; `null` if there is none or storage is blocked. */
export async function loadKey(): Promise<StoredKey | null> {
  return (await idbGet<StoredKey>(NAME)) ?? null
}

/** Stores the key; where storage is refused it lasts for this visit. */
export async function saveKey(key: StoredKey): Promise<void> {
  await idbSet(NAME, key)
}
