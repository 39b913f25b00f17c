/** Changes of an address's query; `null` takes a part away. */
export type QueryChange = Record<string, string | null>

/** The page of an address: a whole number from 1 on. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** A filter's value when it is one of the choices, empty otherwise; an address may say anything. */
export function known<Value extends string>(choices: readonly { value: Value }[], value: string): Value | '' {
  return choices.find((choice) => choice.value === value)?.value ?? ''
}

/** The query after a change. Another filter begins at the first page; what was open is closed. */
export function changedQuery(params: URLSearchParams, change: QueryChange): string {
  const next = new URLSearchParams(params)
  next.delete('open')
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  return query === '' ? '' : `?${query}`
}
