import { type QueryChange, withParams } from '@/shared/lib/query.ts'

/** The page number in a URL: a whole number from 1. */
export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** A filter value if it is a known choice, else empty. */
export function known<Value extends string>(choices: readonly { value: Value }[], value: string): Value | '' {
  return choices.find((choice) => choice.value === value)?.value ?? ''
}

/** The query after a change. A changed filter returns to page 1 and closes the open dialog. */
export function changedQuery(params: URLSearchParams, change: QueryChange): string {
  const query = withParams(params, { open: '', page: '', ...change }).toString()
  return query === '' ? '' : `?${query}`
}
