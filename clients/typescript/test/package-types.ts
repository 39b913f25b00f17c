// Compiled against the installed package: the types of every entry point resolve and are consistent.
import { type ClientKey, canonicalQuery } from '@yingku/signer'
import { signAxios } from '@yingku/signer/axios'
import { ConnectError, connect, type Signer } from '@yingku/signer/connect'
import { signedFetch } from '@yingku/signer/fetch'
import { pureCrypto } from '@yingku/signer/pure'
import axios, { type AxiosInstance } from 'axios'

export const canonical: string = canonicalQuery('a=1')
export const signer: Promise<Signer> = connect({
  base: 'https://example.org/prod-api',
  secret: 's',
  backend: pureCrypto,
})
export const send: Promise<typeof fetch> = signer.then((made) => signedFetch(made))
export const http: Promise<AxiosInstance> = signer.then((made) => signAxios(axios.create(), made))
export const isRefused = (error: unknown): boolean => error instanceof ConnectError
export type Key = ClientKey
