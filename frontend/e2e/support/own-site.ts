import type { Page } from '@playwright/test'
import { fillLikeAVisitor } from './firefox.ts'
import { signIn } from './member.ts'
import { makeOperator, type OperatorRole } from './operator.ts'
import { copyCatalogue, freePort, removeCatalogue, Server } from './server.ts'
import { test as base, confirmedAt } from './test.ts'

/** A server of the test's own, whose catalogue the test may change. */
interface OwnSite {
  url: string
  folder: string
}

/** An operator at work: the name, and a window where the next page that is opened is hers. */
interface AtWork {
  name: string
  admin: Page
}

interface Fixtures {
  /** Lets a new operator of a role in, in a browser of her own that is watched like the first. */
  operator: (role: OperatorRole) => Promise<AtWork>
}

/** Tests on a server and a catalogue that no other worker uses; files that run in one worker share them. */
export const test = base.extend<Fixtures, { site: OwnSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that fixtures without others have
    async ({}, use) => {
      const folder = await copyCatalogue(process.env.E2E_CATALOGUE ?? '')
      const server = new Server(folder, await freePort())
      await server.start()
      await use({ url: server.url, folder })
      await server.stop()
      await removeCatalogue(folder)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  storageState: ({ site }, use) => use(confirmedAt(site.url)),
  operator: async ({ browser, browserName, contextOptions, viewport, site, trouble }, use) => {
    await use(async (role) => {
      const name = await makeOperator(site.folder, role)
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        storageState: confirmedAt(site.url),
        baseURL: site.url,
      })
      trouble.watch(context)
      const admin = await context.newPage()
      if (browserName === 'firefox') fillLikeAVisitor(admin)
      await signIn(admin, name)
      return { name, admin }
    })
  },
})
