// Plays each film on its page: play.mjs ORIGIN FILE
import { readFileSync } from 'node:fs'
import { launch, logIn, somebody } from './browser.mjs'
import { check, end, same } from './table.mjs'

const [origin, file] = process.argv.slice(2)
const TIMEOUT = 30_000

const browser = await launch()
const context = await somebody(browser, origin)
const page = await context.newPage()
await logIn(page, origin, 'film_member')

async function until(holds, what) {
  const last = Date.now() + TIMEOUT
  for (;;) {
    const seen = await holds()
    if (seen === true) return
    if (Date.now() > last) throw new Error(`${what}: ${JSON.stringify(seen)}`)
    await new Promise((later) => setTimeout(later, 200))
  }
}

const film = (look) => page.locator('video').first().evaluate(look)
const menu = () => page.locator('.player-menu-opener').first()
const choices = (group) => page.getByRole('group', { name: group, exact: true }).getByRole('button').allInnerTexts()

for (const { kind, number, id, seconds, size, qualities, sounds, subtitles } of JSON.parse(readFileSync(file, 'utf8'))) {
  await check(`${kind}: plays to its end${sounds ? ' with sound' : ''}, with pictures for seeking`, async () => {
    await page.goto(`${origin}/censored/${id}`)
    await page.getByRole('button', { name: /^在线观看/ }).click()
    await page.getByRole('region', { name: `${number} 播放器` }).waitFor()
    await until(async () => (await film((video) => video.currentTime > 1)) || (await film(({ readyState, error }) => [readyState, error?.message])), 'it does not begin')
    if (sounds) await until(() => film((video) => video.webkitAudioDecodedByteCount > 0), 'no sound')
    const [width, height, length] = await film(({ videoWidth, videoHeight, duration }) => [videoWidth, videoHeight, duration])
    if (size) same(width > height, size[0] > size[1], `its shape ${width}x${height}`)
    same(qualities.includes(`${Math.min(width, height)}p`), true, `its size ${width}x${height}`)
    same(Math.abs(length - seconds) < 0.7, true, `its length ${length}`)
    await page.locator('.player').hover()
    await page.getByRole('slider', { name: '播放进度' }).hover()
    await until(() => page.locator('.player-preview').isVisible(), 'no picture for seeking')
    const picture = await page.locator('.player-preview > span').first().evaluate(({ style }) => style.backgroundImage.slice(5, -2))
    same((await page.request.get(picture)).headers()['content-type'], 'image/jpeg', picture)
    await film((video) => {
      video.currentTime = Math.max(video.currentTime, video.duration - 3)
      return video.play()
    })
    await until(async () => (await film((video) => video.currentTime > video.duration - 0.8)) || (await film((video) => video.currentTime)), 'not to its end')
  })
  if (qualities.length < 2 && sounds < 2 && !subtitles) continue
  await check(`${kind}: can be selected`, async () => {
    await film((video) => {
      video.currentTime = 0
      return video.play()
    })
    if (qualities.length > 1) {
      await menu().click()
      same(await choices('画质'), ['自动', ...qualities])
      await page.getByRole('group', { name: '画质' }).getByRole('button', { name: qualities.at(-1) }).click()
      const height = Number.parseInt(qualities.at(-1), 10)
      const isThat = () => film((video) => video.videoHeight).then((seen) => seen === height || seen)
      if (seconds > 10) await until(isThat, qualities.at(-1))
    }
    if (sounds > 1) {
      await menu().click()
      same(await choices('音轨'), ['中文', '英语'])
      await page.getByRole('group', { name: '音轨' }).getByRole('button', { name: '英语' }).click()
      await film((video) => video.play())
      await until(() => film((video) => video.currentTime > 2 || video.ended), 'it does not go on in the other language')
    }
    if (!subtitles) return
    await menu().click()
    same(await choices('字幕'), ['关闭', '中文', '英语', '日语'])
    await page.getByRole('group', { name: '字幕' }).getByRole('button', { name: '英语' }).click()
    const cues = () => film((video) => [...video.textTracks].filter(({ mode }) => mode === 'showing').flatMap((track) => [...(track.cues ?? [])].map(({ text, startTime }) => [text, startTime])))
    await until(async () => (await cues()).length > 3 || (await cues()), 'no lines')
    for (const [text, at] of await cues()) same(Math.abs(Number(text.match(/\d/)[0]) - at) < 0.3, true, `${text} at ${at}`)
  })
}
await browser.close()
end()
