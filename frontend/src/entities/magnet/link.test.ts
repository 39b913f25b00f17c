import { expect, it } from 'vitest'
import { magnetLink } from './link.ts'

const HASH = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a'
const nameOf = (name: string) => decodeURIComponent(magnetLink({ infoHash: HASH, name }).split('&dn=')[1] ?? '')

it.each([
  ['<em>ABC-1</em> 4K', 'ABC-1 4K'],
  ['a'.repeat(300), 'a'.repeat(200)],
  // Three bytes each, and four of the last one.
  ['山'.repeat(100), '山'.repeat(66)],
  [`${'a'.repeat(198)}🎬`, 'a'.repeat(198)],
])('the name %j becomes %j in a link, of which a file can be made', (name, shown) => expect(nameOf(name)).toBe(shown))
