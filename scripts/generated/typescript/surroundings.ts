import { ok } from 'node:assert/strict'
import { connect } from '@yingku/signer/connect'

/** A value of the environment: the server, its secret, a new member and an activation code. */
export function given(name: string): string {
  const value = process.env[name]
  ok(value, `${name} is missing`)
  return value
}

export const signer = await connect({ base: given('YINGKU_BASE'), secret: given('YINGKU_SECRET') })

/** Pays at the sandbox's checkout page, which is the provider's and no part of the API. */
export async function payAt(address: string): Promise<void> {
  const checkout = await fetch(address)
  const paid = await fetch(checkout.url, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  ok(paid.ok, `the checkout page answers ${paid.status}`)
}

/** Waits until it holds, for at most 20 seconds. */
export async function until(holds: () => Promise<boolean>, failure: string): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    ok(Date.now() < end, failure)
    await new Promise((done) => setTimeout(done, 500))
  }
}
