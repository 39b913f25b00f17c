import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Channel, numberOf } from './catalogue.ts'
import { IDS_FILE } from './server.ts'

let ids: Record<string, string> | undefined

/** Id of a work by its number. */
export function idOf(number: string): string {
  ids ??= JSON.parse(readFileSync(join(process.env.E2E_CATALOGUE ?? '', IDS_FILE), 'utf8')) as Record<string, string>
  const id = ids[number]
  if (!id) throw new Error(`no work ${number}`)
  return id
}

/** Address of a channel's work, counted from the newest, 0. */
export function workPath(channel: Channel, index: number): string {
  return `/${channel}/${idOf(numberOf(channel, index))}`
}

/** Every call of the API and every picture the page asks for from now on. */
export function apiCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(prod-api|media)\//.test(pathname)) calls.push(pathname + search)
  })
  return calls
}
