import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari · iPhone'],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.50`, '微信 · iPhone'],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 7) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · macOS'],
  ['curl/8.9.1', 'curl'],
  ['', '未知设备'],
])('%s', (agent, name) => expect(browserName(agent)).toBe(name))
