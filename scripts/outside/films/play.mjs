// Plays each film on its page: play.mjs ORIGIN FILE
import { readFileSync, writeFileSync } from 'node:fs'
import { isFirefox, launch, logIn, somebody } from './browser.mjs'
import { check, end, same } from './table.mjs'

const [origin, file] = process.argv.slice(2)
const TIMEOUT = 30_000
const CANNOT = '此浏览器不能播放'

const browser = await launch()
const context = await somebody(browser, origin)
const page = await context.newPage()
await logIn(page, origin, 'film_member')

async function until(holds, what) {
  const last = Date.now() + TIMEOUT
  for (;;) {
    const seen = await holds()
    if (seen === true) return
    if (Date.now() > last) throw new Error(`${what}: ${JSON.stringify(seen)}; the page says ${JSON.stringify(await said())}`)
    await new Promise((later) => setTimeout(later, 200))
  }
}

/** The state of the player. */
async function said() {
  const text = await page.getByRole('region', { name: /播放器$/ }).innerText().catch(() => '')
  return text.replaceAll(/\s+/g, ' ').slice(0, 200)
}

const film = (look) => page.locator('video').first().evaluate(look)
const isNear = (wanted) => (seen) => Math.abs(seen - wanted) < 0.6

/** Publishes a playlist in parts, like a program still encoding the film. */
function grow(folder) {
  const parts = readFileSync(`${folder}/whole.m3u8`, 'utf8').replace('#EXT-X-ENDLIST\n', '').replace(':VOD', ':EVENT').split(/(?=#EXTINF)/)
  // The head and nine seconds: a player that takes it for a live stream begins three seconds before the end.
  let known = 10
  const publish = () => {
    writeFileSync(`${folder}/index.m3u8`, parts.slice(0, known).join('') + (known >= parts.length ? '#EXT-X-ENDLIST\n' : ''))
    known += 1
  }
  publish()
  const timer = setInterval(() => (known > parts.length ? clearInterval(timer) : publish()), 2000)
}

async function play({ id, number }) {
  await page.goto(`${origin}/censored/${id}`)
  await page.getByRole('button', { name: /^在线观看/ }).click()
  await page.getByRole('region', { name: `${number} 播放器` }).waitFor()
}

for (const { shape, seconds, sounds = 1, subtitles = 0, silent, notice, grows, folder, ...work } of JSON.parse(readFileSync(file, 'utf8'))) {
  // Debian's Firefox plays what its libraries support.
  if (notice && isFirefox) continue
  if (notice) {
    await check(`${shape}: is reported as unplayable in this browser`, async () => {
      await play(work)
      await page.getByText(CANNOT).waitFor({ timeout: TIMEOUT }).catch(async () => {
        const decoded = await film(({ videoWidth, webkitVideoDecodedByteCount: picture, webkitAudioDecodedByteCount: sound }) => ({ videoWidth, picture, sound }))
        throw new Error(`no such notice; the page says ${JSON.stringify(await said())}, decoded is ${JSON.stringify(decoded)}`)
      })
    })
    continue
  }
  await check(`${shape}: plays${silent ? '' : ' with sound'}, and from near its end`, async () => {
    if (grows) grow(folder)
    await play(work)
    await until(async () => (await film((video) => video.currentTime)) > 1 || (await film(({ readyState, error }) => [readyState, error?.message])), 'it does not begin')
    if (grows) same((await film((video) => video.currentTime)) < 4, true, 'it begins at its beginning')
    if (!silent) await until(async () => (await film((video) => video.webkitAudioDecodedByteCount ?? Number(video.mozHasAudio))) > 0, 'no sound')
    await until(async () => {
      const length = await film((video) => video.duration)
      return isNear(seconds)(length) || length
    }, 'its length')
    await film((video) => {
      video.currentTime = video.duration - 3
    })
    await until(async () => (await film((video) => video.currentTime > video.duration - 1.5)) || (await film((video) => video.currentTime)), 'not to its end')
  })
  if (sounds > 1 || subtitles) {
    await check(`${shape}: can be selected`, async () => {
      await play(work)
      await until(async () => (await film((video) => video.currentTime)) > 0.5, 'it does not begin')
      await page.getByRole('button', { name: '字幕和音轨' }).click({ timeout: 10_000 })
      const choices = async (group) => page.getByRole('group', { name: group }).getByRole('button').allInnerTexts()
      if (sounds > 1) {
        same(await choices('音轨'), ['中文', '英语'])
        await page.getByRole('group', { name: '音轨' }).getByRole('button', { name: '英语' }).click()
        const at = await film((video) => video.currentTime)
        await until(async () => (await film((video) => video.currentTime)) > at + 1 || (await said()), 'it does not go on in the other language')
      }
      if (!subtitles) return
      same(await choices('字幕'), ['关闭', '中文'])
      await page.getByRole('group', { name: '字幕' }).getByRole('button', { name: '中文' }).click()
      await until(
        () => film((video) => [...video.textTracks].flatMap(({ cues }) => [...(cues ?? [])].map(({ text, startTime }) => [text, startTime]))).then((cues) => cues.length > 3 || cues),
        'no lines',
      )
      const cues = await film((video) => [...video.textTracks].flatMap(({ cues }) => [...(cues ?? [])].map(({ text, startTime }) => [text, startTime])))
      for (const [text, at] of cues) same(Math.abs(Number(text.match(/\d+/)[0]) - at) < 0.3, true, `${text} at ${at}`)
    })
  }
}
await browser.close()
end()
