import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDetail, makeMessage, makeWork } from './factories.ts'
import { serveMember } from './member.ts'
import { serveMessages } from './messages.ts'
import { renderApp } from './render-app.tsx'
import { API, server } from './server.ts'

export type User = ReturnType<typeof renderApp>['user']

/** How a text is shown: by a role with this name, as words by themselves, inside longer words, or as the title. */
export type Shown = [kind: 'heading' | 'button' | 'link' | 'tab' | 'dialog' | 'words' | 'part' | 'title', text: string]

/** A state of the site, and the fixed texts that it shows (R18). */
export interface Scene {
  name: string
  at: string
  /** What the server knows. */
  given?: () => void
  /** What somebody does there. */
  act?: (user: User) => Promise<void>
  shows: Shown[]
}

export const WORK = makeWork(1, { mp4: 'clips/test.mp4', imageSmall: 'a.svg,b.svg', imageBig: 'a.svg,b.svg' })
export const AT_WORK = `/censored/${WORK.id}`
export const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })
export const press = (name: string | RegExp) => async (user: User) =>
  user.click(await screen.findByRole('button', { name }))
export const type = async (user: User, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text)

export function serveWork() {
  const performer = [{ id: '8000000000000000004', name: 'name 4', nameCn: '演员丙' }]
  server.use(http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK, { performer }))))
}

export function serveQuestions() {
  serveMember()
  serveMessages({
    messages: [makeMessage(1), makeMessage(2, { status: 1, unread: true }), makeMessage(3, { status: 9 })],
  })
}

/** Texts come late, and a toast goes over to a dialog that opens. */
function look([kind, text]: Shown): Promise<void> {
  return waitFor(() => {
    if (kind === 'title') return expect(document.title).toBe(`${text} - 映库`)
    const found =
      kind === 'words' || kind === 'part'
        ? screen.queryAllByText(text, { exact: kind === 'words' })
        : screen.queryAllByRole(kind, { name: text })
    expect(found[0]).toBeVisible()
  })
}

/** Every fixed text is on the screen in the state that shows it (R18). */
export function showTexts(scenes: readonly Scene[]): void {
  beforeEach(() => {
    // jsdom plays nothing, copies nothing by command, and opens no windows.
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
    vi.stubGlobal('open', () => null)
    document.execCommand = vi.fn(() => false)
  })
  afterEach(() => vi.unstubAllGlobals())

  describe.each(scenes)('$name', ({ at, given, act, shows }) => {
    it(`shows ${shows.map(([, text]) => text).join(' · ')}`, async () => {
      given?.()
      const { user } = renderApp(at, { before: ['/index'] })
      await act?.(user)
      for (const shown of shows) await look(shown)
    })
  })
}
