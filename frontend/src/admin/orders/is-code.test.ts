import { expect, it } from 'vitest'
import { isCode } from './is-code.ts'

it('a code is told from numbers and names', () => {
  const code = '7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8'
  for (const text of [code, code.toLowerCase(), code.replaceAll('-', ''), code.replaceAll('-', ' — '), `${code} `]) {
    expect(isCode(text), text).toBe(true)
  }
  for (const text of ['2026092122001400000000000', '202609210123456789012345', 'lin_xia', '7K2MQ-9TXWB', '']) {
    expect(isCode(text), text).toBe(false)
  }
})
