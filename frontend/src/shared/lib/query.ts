/** A query as it stands in an address: commas need no escape there, and read better. */
export function queryText(params: URLSearchParams): string {
  return params.toString().replace(/%2C/g, ',')
}
