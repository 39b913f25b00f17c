/**
 * Types derived from the contract (`schema.d.ts`): a wrong path, parameter or body does not compile. 64-bit numbers
 * are strings.
 */

import type { components, paths } from './schema'

/** The named schemas. */
export type Schemas = components['schemas']

type Method = 'get' | 'post' | 'put'

/** Paths with a given method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends undefined ? never : Path
}[keyof paths]

type Operation<M extends Method, Path extends PathOf<M>> = NonNullable<paths[Path][M]>

type PathParameters<Op> = Op extends { parameters: { path: infer Values } } ? Values : never
type Query<Op> = Op extends { parameters: { query?: infer Values } } ? NonNullable<Values> : never
type ContentOf<Part> = Part extends { content: infer Content } ? Content : never
type JsonBody<Op> = Op extends { requestBody: { content: { 'application/json': infer Form } } } ? Form : never
type Success<Op> = Op extends { responses: { 200: infer Part } } ? ContentOf<Part> : never

/** Query values may be numbers; empty ones are not sent. */
type InQuery<Value> = (Value extends number ? Value | `${Value}` : Value) | '' | null
type Sendable<Values> = { [Name in keyof Values]: InQuery<Values[Name]> }

/** A key that is omitted if the contract has no such part, and optional if the part may be empty. */
type Part<Name extends string, Values> = [Values] extends [never]
  ? { [Key in Name]?: never }
  : object extends Values
    ? { [Key in Name]?: Values }
    : { [Key in Name]: Values }

type Call<Op> = Part<'path', PathParameters<Op>> & Part<'query', Sendable<Query<Op>>>

/** Query parameters of a list. */
export type QueryOf<Path extends PathOf<'get'>> = Sendable<Query<Operation<'get', Path>>>

/** Sortable fields of a list. */
export type SortFieldOf<Path extends PathOf<'get'>> =
  Query<Operation<'get', Path>> extends { sort?: infer Field } ? NonNullable<Field> : never

/** JSON body of a call. */
export type BodyOf<Path extends PathOf<'post'>> = JsonBody<Operation<'post', Path>>

/** Body of a successful response. */
export type AnswerOf<M extends Method, Path extends PathOf<M>> =
  Success<Operation<M, Path>> extends { 'application/json': infer Answer } ? Answer : never

/** Arguments of a GET. */
export type GetCall<Path extends PathOf<'get'>> = Call<Operation<'get', Path>>

/** Arguments of a POST with or without a JSON body. */
export type PostCall<Path extends PathOf<'post'>> = Call<Operation<'post', Path>> &
  Part<'body', JsonBody<Operation<'post', Path>>>

/** Arguments of a PUT with a JSON body. */
export type PutCall<Path extends PathOf<'put'>> = Call<Operation<'put', Path>> &
  Part<'body', JsonBody<Operation<'put', Path>>>

/** Paths with a text response. */
export type TextPath = {
  [Path in PathOf<'get'>]: keyof Success<Operation<'get', Path>> extends `text/${string}` ? Path : never
}[PathOf<'get'>]

/** Paths with a binary request body. */
export type BytesPath = {
  [Path in PathOf<'post'>]: Operation<'post', Path> extends {
    requestBody: { content: { 'application/octet-stream': unknown } }
  }
    ? Path
    : never
}[PathOf<'post'>]

/** Arguments of a binary POST. */
export type BytesCall<Path extends BytesPath> = Call<Operation<'post', Path>> & { body: Uint8Array<ArrayBuffer> }
