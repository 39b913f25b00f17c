import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'

/** The warning for a keyword that cannot be searched (R6.1). */
export const KEYWORD_WARNING = '请输入搜索内容！,限制为1-32个字符'

/** The search page's info line (R6.1). */
export const KEYWORD_INFO = '搜索限制为1-32个字符'

/** Whether a keyword has 1 to 32 characters. */
export function isSearchable(keyword: string): boolean {
  const length = codePoints(keyword)
  return length >= 1 && length <= KEYWORD_MAX
}
