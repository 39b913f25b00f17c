import type { Signer } from './connect.ts'

/**
 * A `fetch` that signs, for code that takes one, such as a generated client. A string that begins with `/` is a path
 * below the signer's base. Retries once on `timestamp_skew`.
 *
 * Rejects as `fetch` does, and with `QueryMalformedError` for a query without a canonical form.
 */
export function signedFetch(signer: Signer, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const isPath = typeof input === 'string' && input.startsWith('/')
    const request = new Request(isPath ? signer.base + input : input, init)
    const body = new Uint8Array(await request.clone().arrayBuffer())

    const attempt = async () => {
      const signed = request.clone()
      const headers = await signer.sign({ method: request.method, url: request.url, body })
      for (const [name, value] of Object.entries(headers)) signed.headers.set(name, value)
      return send(signed)
    }

    const answer = await attempt()
    if (answer.status !== 401) return answer
    const rejection: unknown = await answer
      .clone()
      .json()
      .catch(() => null)
    return signer.learnsFrom(rejection) ? attempt() : answer
  }
}
