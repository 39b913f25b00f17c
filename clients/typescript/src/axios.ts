import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError } from 'axios'
import type { Signer } from './connect.ts'
import type { Bytes } from './encoding.ts'

/**
 * Makes an axios instance sign every request, and retry once on `timestamp_skew`. Returns the instance.
 *
 * The error is parsed from text, so a request with `responseType` other than `json` and `text` is not retried.
 *
 * A request rejects as axios does; with `TypeError` when its body is neither text nor bytes after axios has prepared it
 * (a form with files, a stream), and with `QueryMalformedError` for a query without a canonical form.
 */
export function signAxios(instance: AxiosInstance, signer: Signer): AxiosInstance {
  // An adapter, not an interceptor: interceptors run before axios serializes the body.
  const send = axios.getAdapter(instance.defaults.adapter)

  const attempt = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const url = instance.getUri(config)
    config.headers.set({ ...(await signer.sign({ method: config.method ?? 'get', url, body: sentBody(config.data) })) })
    return send(config)
  }

  instance.defaults.adapter = async (config) => {
    try {
      const answer = await attempt(config)
      return learns(signer, answer) ? await attempt(config) : answer
    } catch (error) {
      if (isAxiosError(error) && error.response && learns(signer, error.response)) return attempt(config)
      throw error
    }
  }
  return instance
}

function sentBody(data: unknown): string | Bytes {
  if (data === undefined || data === null) return ''
  if (typeof data === 'string') return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  if (ArrayBuffer.isView(data)) return Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  throw new TypeError('a signed body must be text or bytes')
}

/** The body is as the adapter returned it: text, which axios parses later. */
function learns(signer: Signer, answer: AxiosResponse): boolean {
  if (answer.status !== 401 || typeof answer.data !== 'string') return false
  try {
    return signer.learnsFrom(JSON.parse(answer.data))
  } catch {
    return false
  }
}
