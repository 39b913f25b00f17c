import { type RequestOptions, sendBytes, sendGet, sendPost, sendPut, sendText, withQuery } from './client.ts'
import type { AnswerOf, BytesCall, BytesPath, GetCall, PathOf, PostCall, PutCall, TextPath } from './contract.ts'
import { takePreloadedResponse } from './preloaded-response.ts'
import type { Envelope } from './types.ts'

/** Optional if all its fields are. */
type Argument<Values> = object extends Values ? [call?: Values & RequestOptions] : [call: Values & RequestOptions]

/** A call, independent of its path. */
interface AnyCall extends RequestOptions {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | null | undefined>>
  body?: unknown
}

/** GET; returns the body. Errors are silent by default, since pages show them in place. */
export async function apiGet<Path extends PathOf<'get'>>(
  path: Path,
  ...[call]: Argument<GetCall<Path>>
): Promise<AnswerOf<'get', Path>> {
  const { path: values, query, body: _, ...options } = (call ?? {}) as AnyCall
  return sendGet<Envelope & AnswerOf<'get', Path>>(filled(path, values), query, { silent: true, ...options })
}

/** The body of a GET that came with the page, once; `undefined` if another call came with it. */
export function answerInPage<Path extends PathOf<'get'>>(
  path: Path,
  ...[call]: Argument<GetCall<Path>>
): AnswerOf<'get', Path> | undefined {
  const { path: values, query = {} } = (call ?? {}) as AnyCall
  return takePreloadedResponse(withQuery(filled(path, values), query)) as AnswerOf<'get', Path> | undefined
}

/** GET of text. Its errors are announced: a file has no place for them. */
export function apiText<Path extends TextPath>(path: Path, ...[call]: Argument<GetCall<Path>>): Promise<string> {
  const { path: values, query = {}, body: _, ...options } = (call ?? {}) as AnyCall
  return sendText(withQuery(filled(path, values), query), options)
}

/** POST; returns the body. */
export async function apiPost<Path extends PathOf<'post'>>(
  path: Path,
  ...[call]: Argument<PostCall<Path>>
): Promise<AnswerOf<'post', Path>> {
  const { path: values, query = {}, body = {}, ...options } = (call ?? {}) as AnyCall
  return sendPost<Envelope & AnswerOf<'post', Path>>(withQuery(filled(path, values), query), body, options)
}

/** PUT; returns the body. */
export async function apiPut<Path extends PathOf<'put'>>(
  path: Path,
  ...[call]: Argument<PutCall<Path>>
): Promise<AnswerOf<'put', Path>> {
  const { path: values, query: _, body = {}, ...options } = (call ?? {}) as AnyCall
  return sendPut<Envelope & AnswerOf<'put', Path>>(filled(path, values), body, options)
}

/** POST of bytes; answers the whole body. */
export async function apiPostBytes<Path extends BytesPath>(
  path: Path,
  call: BytesCall<Path> & RequestOptions,
): Promise<AnswerOf<'post', Path>> {
  const { path: values, query, body, ...options } = call as AnyCall & { body: Uint8Array<ArrayBuffer> }
  return sendBytes<Envelope & AnswerOf<'post', Path>>(filled(path, values), query, body, options)
}

/** Fills in the path parameters. */
function filled(path: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
