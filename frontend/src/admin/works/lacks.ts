import type { AdminWork } from '@/shared/api/types.ts'

/** What a work may lack. */
export type Lack = AdminWork['lacks'][number]

/** Its names in the console. */
export const LACK_NAMES: Readonly<Record<Lack, string>> = {
  cover: '封面',
  links: '磁力',
  length: '时长',
  date: '发行日期',
  cast: '演员',
  stream: '在线播放',
}

export const LACKS = Object.keys(LACK_NAMES) as readonly Lack[]

/** What a work lacks, in words; empty for a complete one. */
export function lacksText(lacks: readonly Lack[]): string {
  return lacks.length === 0 ? '' : `缺${lacks.map((lack) => LACK_NAMES[lack]).join('、')}`
}
