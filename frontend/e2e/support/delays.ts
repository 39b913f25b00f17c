import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as HttpServer, request } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'

/**
 * With `TEST_DELAYS=<number>` every call of the API takes longer by a time drawn from these, so that answers come in orders that
 * a quick server never shows. The same number draws the same times.
 */
const DELAYS_MS = [0, 150, 350] as const
const API = '/prod-api/'

const SEED = process.env.TEST_DELAYS ?? ''
export const areDelayed = SEED !== ''

const calls = new Map<string, number>()

/** How long a call waits: the same for the same call, by how often it was made. */
function delayOf(method: string, path: string): number {
  const call = `${method} ${path}`
  const times = (calls.get(call) ?? 0) + 1
  calls.set(call, times)
  const drawn = createHash('sha256').update(`${SEED} ${times} ${call}`).digest()
  return DELAYS_MS[drawn.readUInt32BE() % DELAYS_MS.length] ?? 0
}

/** Stands before a server on the same machine and hands everything on, calls of the API later. */
export async function startDelaying(port: number, behind: number): Promise<HttpServer> {
  const proxy = createServer((asked, answer) => {
    const { method = 'GET', url = '/', headers } = asked
    const ask = () => {
      if (answer.destroyed) return
      // On a connection of its own: one that is kept could be closed by the server just then.
      const passed = request({ agent: false, host: '127.0.0.1', port: behind, method, path: url, headers }, (come) => {
        answer.writeHead(come.statusCode ?? 502, come.rawHeaders)
        come.pipe(answer)
        come.on('error', () => answer.destroy())
      })
      // Whoever asked sees what befell the server: the connection is cut.
      passed.on('error', () => asked.socket.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
    }
    const delay = url.startsWith(API) ? delayOf(method, url) : 0
    if (delay === 0) ask()
    else setTimeout(ask, delay)
  })
  await once(proxy.listen(port, '127.0.0.1'), 'listening')
  return proxy
}

/** Ends it at once, as an outage does. */
export async function stopDelaying(proxy: HttpServer): Promise<void> {
  const closed = once(proxy, 'close')
  proxy.close()
  proxy.closeAllConnections()
  await closed
}

/** Delays what a test answers itself: such a call reaches no server. */
export function delayAnswers(page: Page): void {
  const add = page.route.bind(page)
  page.route = (url, handler, options) => add(url, (route, request) => handler(late(route), request), options)
}

function late(route: Route): Route {
  const fulfill = route.fulfill.bind(route)
  const { pathname } = new URL(route.request().url())
  route.fulfill = async (options) => {
    // An answer that was fetched was late already.
    if (!options?.response && pathname.startsWith(API)) await pass(delayOf(route.request().method(), pathname))
    await fulfill(options)
  }
  return route
}
