// Draws the icons of the installed site from favicon.svg: `CHROMIUM=/usr/bin/chromium node scripts/draw-icons.mjs`.
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'

const PUBLIC = new URL('../public/', import.meta.url).pathname
const mark = await readFile(`${PUBLIC}favicon.svg`, 'utf8')
// Phones cut their own shape out of these: no round corners, and the mark in the middle four fifths.
const full = mark.replace('rx="8"', '').replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
const ground = full.replace('<rect width="32" height="32"', '<rect x="-4" y="-4" width="40" height="40"')

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ['--no-sandbox'] })
for (const [name, size, svg] of [
  ['icon-192', 192, mark],
  ['icon-512', 512, mark],
  ['maskable-512', 512, ground],
  ['apple-touch-180', 180, ground],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  await page.screenshot({ path: `${PUBLIC}icons/${name}.png`, omitBackground: true })
  await page.close()
}
await browser.close()
