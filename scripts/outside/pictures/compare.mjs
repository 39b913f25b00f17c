// Compares how the browser shows each picture and its resized copy: compare.mjs ORIGIN FILE
import { readFileSync } from 'node:fs'
import { launch } from './browser.mjs'
import { check, end, same } from './table.mjs'

const [origin, file] = process.argv.slice(2)
/** The tolerance of a cell, of 255: compression artefacts. */
const FAR = 12
const WIDTH = 360

const browser = await launch()
const page = await browser.newPage()
await page.goto(`${origin}/terms`)

/** The shape of a picture and the mean colours of its cells, as it is shown. */
function shown(address) {
  return page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    const isShown = await picture.decode().then(() => true, () => false)
    if (!isShown && !picture.naturalWidth) return null
    const canvas = document.createElement('canvas')
    const [wide, high] = [360, Math.max(1, Math.round((360 * picture.naturalHeight) / picture.naturalWidth))]
    Object.assign(canvas, { width: wide, height: high })
    const pen = canvas.getContext('2d')
    pen.imageSmoothingQuality = 'high'
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, wide, high)
    pen.drawImage(picture, 0, 0, wide, high)
    const cells = []
    for (let row = 0; row < 8; row += 1)
      for (let column = 0; column < 12; column += 1) {
        const [x, y] = [Math.floor((column * wide) / 12), Math.floor((row * high) / 8)]
        const { data } = pen.getImageData(x, y, Math.max(1, Math.floor(wide / 12)), Math.max(1, Math.floor(high / 8)))
        const sums = [0, 0, 0]
        for (let at = 0; at < data.length; at += 4) for (const colour of [0, 1, 2]) sums[colour] += data[at + colour]
        cells.push(...sums.map((sum) => sum / (data.length / 4)))
      }
    return { ratio: picture.naturalWidth / picture.naturalHeight, wide: picture.naturalWidth, cells }
  }, address)
}

/** The type of a copy. A busy site serves the original at first, for a minute. */
async function kindOfCopy(address, isAwaited) {
  for (let turn = 1; ; turn += 1) {
    const answer = await fetch(address)
    await answer.arrayBuffer()
    const isCopy = answer.headers.get('cache-control') !== 'public, max-age=60'
    if (isCopy || !isAwaited || turn === 40) return answer.headers.get('content-type')
    await new Promise((later) => setTimeout(later, 500))
  }
}

const off = (one, other) => one.cells.map((value, at) => Math.abs(value - other.cells[at]))

// Otherwise equal copies would prove nothing.
await check('this browser applies profiles, gamma and orientation', async () => {
  const [plain, profile, gamma, inks, other, turned] = await Promise.all(
    ['plain.jpg', 'profile.jpg', 'gamma.png', 'inks.jpg', 'inks-profile.jpg', 'turned.jpg'].map((name) => shown(`${origin}/media/kinds/${name}`)),
  )
  const pairs = { profile: [plain, profile], gamma: [plain, gamma], inks: [inks, other] }
  for (const [name, [one, two]] of Object.entries(pairs)) same(Math.max(...off(one, two)) > 2 * FAR, true, name)
  same(turned.ratio < 1 && plain.ratio > 1, true, 'turned')
})
for (const { name, path, copied } of JSON.parse(readFileSync(file, 'utf8'))) {
  await check(`${name}: the copy looks like the picture`, async () => {
    const address = `${origin}/media/${path.split('/').map(encodeURIComponent).join('/')}`
    const kind = await kindOfCopy(`${address}?w=${WIDTH}`, copied)
    const [whole, copy] = [await shown(address), await shown(`${address}?w=${WIDTH}`)]
    if (!whole && name.includes('half')) return same(copy, null, 'a copy of what no browser shows')
    same([whole !== null, copy !== null], [true, true], 'shown')
    if (copied) same([kind, copy.wide], ['image/webp', WIDTH], 'kind and width of the copy')
    same(Math.abs(whole.ratio - copy.ratio) < 0.02 * whole.ratio, true, `shape ${whole.ratio} and ${copy.ratio}`)
    const differences = off(whole, copy)
    const worst = Math.max(...differences)
    const at = Math.floor(differences.indexOf(worst) / 3) * 3
    const colour = ({ cells }) => cells.slice(at, at + 3).map(Math.round).join(' ')
    if (worst > FAR) throw new Error(`colours are ${Math.round(worst)} of 255 off: the picture ${colour(whole)}, the copy ${colour(copy)}`)
  })
}
await browser.close()
end()
