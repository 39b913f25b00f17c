// The table of a recipe: one row a check, `good` or `FAILED` with the reason below it.
const WIDTH = 84
let failed = 0

function row(name, reason) {
  const width = [...name].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
  console.log(`${name}${' '.repeat(Math.max(1, WIDTH - width))}${reason ? 'FAILED' : 'good'}`)
  if (!reason) return
  failed += 1
  console.log(`    ${reason.slice(0, 600)}`)
}

/** An exception within makes the row a failed one. */
export async function check(name, work) {
  try {
    await work()
    row(name)
  } catch (error) {
    // Playwright colours its messages.
    row(name, String(error?.message ?? error).replaceAll(/\u001b\[\d+m|\s*\n/g, ' ') || 'it failed')
  }
}

/** Throws unless both are equal. */
export function same(seen, wanted, what = '') {
  const [left, right] = [seen, wanted].map((one) => JSON.stringify(one))
  if (left !== right) throw new Error(`${what}${what && ': '}seen ${left}, wanted ${right}`)
}

export function end() {
  process.exit(failed ? 1 : 0)
}
