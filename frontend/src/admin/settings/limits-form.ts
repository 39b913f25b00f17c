import type { BodyOf, Schemas } from '@/shared/api/contract.ts'
import { codePoints } from '@/shared/lib/format.ts'
import type { Rule } from '@/shared/lib/use-form.ts'

/** Form values of limits, payment and blocked words. */
export type LimitTexts = Record<
  'visitorCopies' | 'memberCopies' | 'questions' | 'closedChannels' | 'planNotice' | 'blockedWords',
  string
>
type LimitsEdit = Partial<Pick<BodyOf<'/admin/site/edit'>, keyof LimitTexts>>

/** Largest values; as in the API. */
const COPIES_MAX = 10_000
const QUESTIONS_MAX = 1_000
const PLAN_NOTICE_MAX = 200
const WORDS_MAX = 200
const WORD_MAX = 32

/** Which payment channels take orders. */
export const CHANNEL_CHOICES = [
  { value: '', label: '全部开放' },
  { value: 'alipay', label: '关闭支付宝' },
  { value: 'weixin', label: '关闭微信支付' },
  { value: 'alipay,weixin', label: '全部关闭' },
] as const

/** Fields with labels, in form order. */
export const LIMIT_FIELDS = [
  { name: 'visitorCopies', label: '游客每天可复制的磁链' },
  { name: 'memberCopies', label: '会员每天可复制的磁链' },
  { name: 'questions', label: '会员每天可提交的问题' },
  { name: 'closedChannels', label: '支付方式' },
  { name: 'planNotice', label: '套餐说明' },
  { name: 'blockedWords', label: '屏蔽词' },
] as const

/** A value formatted for display. */
export function shownLimit(name: string, text: string): string {
  if (name === 'blockedWords') return text.replaceAll('\n', '，')
  return name === 'closedChannels' ? (CHANNEL_CHOICES.find(({ value }) => value === text)?.label ?? text) : text
}

const whole =
  (least: number, most: number): Rule<LimitTexts> =>
  (text) =>
    /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
      ? null
      : `请填写 ${least} 至 ${most} 的整数`

/** Validation rules of the form. */
export const LIMIT_RULES: Partial<Record<keyof LimitTexts, Rule<LimitTexts>>> = {
  visitorCopies: whole(0, COPIES_MAX),
  memberCopies: whole(0, COPIES_MAX),
  questions: whole(1, QUESTIONS_MAX),
  planNotice: (text) => (codePoints(text) > PLAN_NOTICE_MAX ? `最多${PLAN_NOTICE_MAX}个字符` : null),
  blockedWords: (text) => {
    const words = wordsIn(text)
    if (words.length > WORDS_MAX) return `最多${WORDS_MAX}个词`
    return words.some((word) => codePoints(word) > WORD_MAX) ? `每个词最多${WORD_MAX}个字符` : null
  },
}

/** One word a line. */
function wordsIn(text: string): string[] {
  return text
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean)
}

/** The form values of the stored ones. */
export function limitTextsOf(site: Schemas['AdminSite']): LimitTexts {
  return {
    visitorCopies: String(site.visitorCopies),
    memberCopies: String(site.memberCopies),
    questions: String(site.questions),
    closedChannels: site.closedChannels.join(','),
    planNotice: site.planNotice,
    blockedWords: site.blockedWords.join('\n'),
  }
}

/** The values that differ from the stored ones. */
export function changedLimits(before: Schemas['AdminSite'], texts: LimitTexts): LimitsEdit {
  const stored = limitTextsOf(before)
  const after: Required<LimitsEdit> = {
    visitorCopies: Number(texts.visitorCopies),
    memberCopies: Number(texts.memberCopies),
    questions: Number(texts.questions),
    closedChannels: texts.closedChannels.split(',').filter(Boolean),
    planNotice: texts.planNotice.trim(),
    blockedWords: wordsIn(texts.blockedWords),
  }
  const changed = LIMIT_FIELDS.filter(({ name }) => texts[name].trim() !== stored[name])
  return Object.fromEntries(changed.map(({ name }) => [name, after[name]]))
}
