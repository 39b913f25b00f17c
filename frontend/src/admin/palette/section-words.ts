import type { AdminPart, AdminSection } from '../kit/sections.ts'
import { isIn } from './matching.ts'

/** Names of the sections for a keyboard without an input method: pinyin, and its initials. */
const PINYIN: Record<AdminSection, readonly string[]> = {
  dashboard: ['gailan', 'gl'],
  statistics: ['tongji', 'tj'],
  works: ['zuopin', 'zp'],
  terms: ['citiao', 'ct'],
  import: ['daoru', 'dr'],
  jobs: ['renwu', 'rw'],
  messages: ['liuyan', 'ly'],
  reports: ['jubao', 'jb'],
  downloads: ['xiazaishenqing', 'xzsq'],
  orders: ['dingdan', 'dd'],
  plans: ['taocan', 'tc'],
  codes: ['jihuoma', 'jhm'],
  members: ['huiyuan', 'hy'],
  audit: ['caozuorizhi', 'czrz'],
  settings: ['shezhi', 'sz'],
}

/** The sections that a keyword names: by a part of the label, or the beginning of its pinyin or English name. */
export function namedSections(parts: readonly AdminPart[], keyword: string): AdminPart[] {
  const word = keyword.toLowerCase().replace(/\s/g, '')
  return parts.filter(
    ({ section, label }) =>
      isIn([label], keyword) || (word !== '' && [section, ...PINYIN[section]].some((name) => name.startsWith(word))),
  )
}
