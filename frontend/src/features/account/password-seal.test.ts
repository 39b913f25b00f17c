import { webcrypto } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeSealKey, seal, unseal } from './password-seal.ts'

beforeEach(() => void vi.stubGlobal('crypto', webcrypto))

it('opens with its key and name only', async () => {
  const [key, other] = [await makeSealKey(), await makeSealKey()]
  const sealed = await seal(key, 'lin_xia', '安静的河流-27')
  expect(sealed).toMatch(/^v1\.[\w-]+$/)
  expect(await unseal(key, 'lin_xia', sealed)).toBe('安静的河流-27')
  expect(await unseal(other, 'lin_xia', sealed)).toBeNull()
  expect(await unseal(key, 'lin_xib', sealed)).toBeNull()
})

it('is another text every time, and the key cannot be read', async () => {
  const key = await makeSealKey()
  expect(await seal(key, 'a', 'b')).not.toBe(await seal(key, 'a', 'b'))
  expect(key.extractable).toBe(false)
})

it.each(['', 'v1.', 'v1.****', 'quiet-river-27', 'v2.AAAA'])('takes “%s” for nothing', async (text) => {
  expect(await unseal(await makeSealKey(), 'a', text)).toBeNull()
})
