import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError } from 'axios'
import type { Signer } from './connect.ts'
import type { Bytes } from './encoding.ts'

/**
 * Lets an axios instance sign every call, and sign a call refused for its time once more. Returns the instance.
 *
 * A refusal is read from text, so a call with `responseType` other than `json` and `text` is not sent again.
 *
 * A call rejects as axios does; with `TypeError` when its body is neither text nor bytes once axios has prepared it (a
 * form with files, a stream), and with `QueryMalformedError` for a query without a canonical form.
 */
export function signAxios(instance: AxiosInstance, signer: Signer): AxiosInstance {
  // An adapter and not an interceptor: interceptors run before axios turns the body into what is sent.
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
  throw new TypeError('a signed body is text or bytes')
}

/** The body is still as the adapter gave it: text, which axios parses later. */
function learns(signer: Signer, answer: AxiosResponse): boolean {
  if (answer.status !== 401 || typeof answer.data !== 'string') return false
  try {
    return signer.learnsFrom(JSON.parse(answer.data))
  } catch {
    return false
  }
}
