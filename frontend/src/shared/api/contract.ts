/**
 * What the contract (`schema.d.ts`) says of a call, as types: a wrong path, parameter or body fails to compile. Every
 * 64-bit number arrives as a string.
 */

import type { components, paths } from './schema'

/** The contract's named shapes. */
export type Schemas = components['schemas']

type Method = 'get' | 'post'

/** The paths that have a call of a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends undefined ? never : Path
}[keyof paths]

/** One call of the contract. */
type Operation<M extends Method, Path extends PathOf<M>> = NonNullable<paths[Path][M]>

type PathParameters<Op> = Op extends { parameters: { path: infer Values } } ? Values : never
type Query<Op> = Op extends { parameters: { query?: infer Values } } ? NonNullable<Values> : never
type ContentOf<Part> = Part extends { content: infer Content } ? Content : never
type JsonBody<Op> = Op extends { requestBody: { content: { 'application/json': infer Form } } } ? Form : never
type Success<Op> = Op extends { responses: { 200: infer Part } } ? ContentOf<Part> : never

/** A query is text: numbers may be written out, and what is empty is not sent. */
type InQuery<Value> = (Value extends number ? Value | `${Value}` : Value) | '' | null
type Sendable<Values> = { [Name in keyof Values]: InQuery<Values[Name]> }

/** A key that is left out where the contract has nothing for it, and optional where it may be empty. */
type Part<Name extends string, Values> = [Values] extends [never]
  ? { [Key in Name]?: never }
  : object extends Values
    ? { [Key in Name]?: Values }
    : { [Key in Name]: Values }

type Call<Op> = Part<'path', PathParameters<Op>> & Part<'query', Sendable<Query<Op>>>

/** What the query of a list may say. */
export type QueryOf<Path extends PathOf<'get'>> = Sendable<Query<Operation<'get', Path>>>

/** The fields that a list can be sorted by. */
export type SortFieldOf<Path extends PathOf<'get'>> =
  Query<Operation<'get', Path>> extends { sort?: infer Field } ? NonNullable<Field> : never

/** The JSON body that a call takes. */
export type BodyOf<Path extends PathOf<'post'>> = JsonBody<Operation<'post', Path>>

/** The whole answer of a successful call. */
export type AnswerOf<M extends Method, Path extends PathOf<M>> =
  Success<Operation<M, Path>> extends { 'application/json': infer Answer } ? Answer : never

/** The values of a GET. */
export type GetCall<Path extends PathOf<'get'>> = Call<Operation<'get', Path>>

/** The values of a POST with a JSON body, or with none. */
export type PostCall<Path extends PathOf<'post'>> = Call<Operation<'post', Path>> &
  Part<'body', JsonBody<Operation<'post', Path>>>

/** The paths whose answer is a text. */
export type TextPath = {
  [Path in PathOf<'get'>]: keyof Success<Operation<'get', Path>> extends `text/${string}` ? Path : never
}[PathOf<'get'>]

/** The paths that take the bytes of a file. */
export type BytesPath = {
  [Path in PathOf<'post'>]: Operation<'post', Path> extends {
    requestBody: { content: { 'application/octet-stream': unknown } }
  }
    ? Path
    : never
}[PathOf<'post'>]

/** The values of a POST of bytes. */
export type BytesCall<Path extends BytesPath> = Call<Operation<'post', Path>> & { body: Uint8Array<ArrayBuffer> }
