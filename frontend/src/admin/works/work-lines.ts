import type { Schemas } from '@/shared/api/contract.ts'

/** Lists of a work as editable text: one entry per line, parts separated by bars. */

const BAR = ' | '
const TERM_PARTS = 3
const INFO_HASH = /^([0-9a-f]{40}|[a-z2-7]{32})$/i
const BYTES = /^\d{1,15}$/

/** The non-empty lines of a text, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A term as a line: name, Chinese name, group. Trailing empty parts are left out. */
export function termLine({ name, nameCn, group }: Schemas['WorkTerm']): string {
  return [name, nameCn, group].join(BAR).replace(/[ |]+$/, '')
}

/** Parses a line to a term; `null` if invalid. */
export function termOf(line: string): Schemas['WorkTerm'] | null {
  const [name = '', nameCn = '', group = '', ...more] = partsOf(line)
  return name === '' || more.length > 0 ? null : { name, nameCn, group }
}

/** A magnet as a line: hash, bytes, time, name. */
export function magnetLine({ infoHash, length, createTime, name }: Schemas['WorkMagnet']): string {
  return [infoHash, length, createTime, name].join(BAR)
}

/** Parses a line to a magnet; `null` if invalid. The name may contain bars. */
export function magnetOf(line: string): Schemas['WorkMagnet'] | null {
  const [infoHash = '', length = '', createTime = '', ...rest] = partsOf(line)
  const name = rest.join(BAR)
  if (!INFO_HASH.test(infoHash) || !BYTES.test(length) || createTime === '' || name === '') return null
  return { infoHash, length: Number(length), createTime, name }
}

function partsOf(line: string): string[] {
  return line.split('|').map((part) => part.trim())
}

export const TERM_HINT = `每行一个：名称${BAR}中文名${BAR}分组，后${TERM_PARTS - 1}项可省略`
