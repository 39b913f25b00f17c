import { pageLoad } from '../lib/page-load.ts'
import { keepSeen } from '../lib/seen-answers.ts'
import { parseJson } from './json.ts'

/** The element with the answer to the screen's first call, which the server wrote into the page. */
const ELEMENT = 'first-answer'

/** Takes the answer to a call out of the page, if the page has it: once, since it ages. */
export function takeFirstAnswer(call: string): unknown {
  const element = document.getElementById(ELEMENT)
  const text = element?.textContent ?? ''
  // Compared before it is parsed: most calls are others.
  const start = `{"call":${JSON.stringify(call)},"answer":`
  if (!text.startsWith(start)) return undefined
  element?.remove()
  const answer = text.slice(start.length, -1)
  try {
    const parsed = parseJson(answer)
    void keepSeen(call, answer)
    return parsed
  } catch {
    return undefined
  }
}

/** When the answer in the page was current, in milliseconds: now, or 0 in a page that the browser did not ask for again. */
export function firstAnswerTime(): number {
  return pageLoad().unasked ? 0 : Date.now()
}
