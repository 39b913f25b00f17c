/** A query as it stands in an address: commas need no escape there, and read better. */
export function queryText(params: URLSearchParams): string {
  return params.toString().replace(/%2C/g, ',')
}

/** A query with some parameters changed; those without a value are taken out. */
export function withParams(
  params: URLSearchParams | string,
  change: Readonly<Record<string, string | null | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
