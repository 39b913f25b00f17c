import type { ClientKey } from '@signer'
import { idbGet, idbSet } from '../lib/idb.ts'

const NAME = 'current'

/** A client key together with what it was made for, so that a change of that makes a new one. */
export interface StoredKey extends ClientKey {
  /** The application secret. */
  madeFor: string
}

/** The stored key; `null` when there is none or the browser keeps nothing. */
export async function loadKey(): Promise<StoredKey | null> {
  return (await idbGet<StoredKey>(NAME)) ?? null
}

/** Keeps the key for the next visit; private windows that refuse simply keep it for this one. */
export async function saveKey(key: StoredKey): Promise<void> {
  await idbSet(NAME, key)
}
