import { pageLoad } from '../lib/page-load.ts'
import { keepSeen } from '../lib/seen-answers.ts'
import { parseJson } from './json.ts'

/** The elements with the answers to the screen's first calls, which the server wrote into the page. */
const ELEMENTS = 'script.preloaded-response'

/** Takes the answer to a call out of the page, if the page has it: once, since it ages. */
export function takePreloadedResponse(call: string): unknown {
  // Compared before it is parsed: most calls are others.
  const start = `{"call":${JSON.stringify(call)},"answer":`
  const element = [...document.querySelectorAll(ELEMENTS)].find((each) => each.textContent?.startsWith(start))
  if (!element) return undefined
  element.remove()
  const answer = (element.textContent ?? '').slice(start.length, -1)
  try {
    const parsed = parseJson(answer)
    void keepSeen(call, answer)
    return parsed
  } catch {
    return undefined
  }
}

/** When the answer in the page was current, in milliseconds: now, or 0 in a page that the browser did not ask for again. */
export function preloadedResponseTime(): number {
  return pageLoad().unasked ? 0 : Date.now()
}
