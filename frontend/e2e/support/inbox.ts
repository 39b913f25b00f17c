import type { Locator, Page } from '@playwright/test'

/** The open conversation with a member: a dialog on a phone, elsewhere beside the queue. */
export function conversation(admin: Page, member: string): Locator {
  const name = `与 ${member} 的沟通`
  return admin.getByRole('dialog', { name }).or(admin.getByRole('region', { name }))
}
