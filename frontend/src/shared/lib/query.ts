/** A query as it stands in an address: commas need no escape there, and read better. */
export function queryText(params: URLSearchParams): string {
  return params.toString().replace(/%2C/g, ',')
}

/** Changes of a query: the new values of parameters; an empty one takes its parameter out. */
export type QueryChange = Readonly<Record<string, string>>

/** A query with some parameters changed. */
export function withParams(params: URLSearchParams | string, change: QueryChange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
