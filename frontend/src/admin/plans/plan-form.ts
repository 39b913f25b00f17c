import type { Schemas } from '@/shared/api/contract.ts'
import type { AdminPlan } from '@/shared/api/types.ts'
import {
  PLAN_DAYS_MAX,
  PLAN_LEVELS,
  PLAN_NAME_MAX,
  PLAN_POSITION_MAX,
  PLAN_PRICE_MAX,
  PLAN_REMARK_MAX,
} from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import type { Rule } from '@/shared/lib/use-form.ts'

/** Form values of a plan. */
export type PlanTexts = Record<
  'name' | 'remark' | 'price' | 'priceBefore' | 'days' | 'kind' | 'levelId' | 'position' | 'onSale' | 'app',
  string
>

export const KIND_CHOICES = [
  { value: 'time', label: '会员天数' },
  { value: 'code', label: '激活码' },
] as const

export const SALE_CHOICES = [
  { value: 'true', label: '在售' },
  { value: 'false', label: '已下架' },
] as const

/** Fields with labels, in form order. */
export const PLAN_FIELDS = [
  { name: 'name', label: '名称' },
  { name: 'remark', label: '说明' },
  { name: 'kind', label: '类型' },
  { name: 'price', label: '现价（元）' },
  { name: 'priceBefore', label: '原价（元）' },
  { name: 'days', label: '天数' },
  { name: 'levelId', label: '会员组' },
  { name: 'position', label: '顺序' },
  { name: 'app', label: '应用编号' },
  { name: 'onSale', label: '状态' },
] as const

/** A value formatted for display. */
export function shownText(name: string, text: string): string {
  const choices = name === 'kind' ? KIND_CHOICES : name === 'onSale' ? SALE_CHOICES : []
  return choices.find(({ value }) => value === text)?.label ?? text
}

export const NEW_PLAN: PlanTexts = {
  name: '',
  remark: '',
  price: '',
  priceBefore: '',
  days: '',
  kind: 'time',
  levelId: '2',
  position: '0',
  onSale: 'false',
  app: '',
}

const PRICE = /^(0|[1-9]\d*)(\.\d{1,2})?$/

/** Validation rules, the same as the API's. */
export const PLAN_RULES = {
  name: (text: string) => {
    if (codePoints(text) === 0) return '不能为空'
    return codePoints(text) > PLAN_NAME_MAX ? `最多${PLAN_NAME_MAX}个字` : null
  },
  remark: (text: string) => (codePoints(text) > PLAN_REMARK_MAX ? `最多${PLAN_REMARK_MAX}个字` : null),
  price: priceRule,
  priceBefore: (text: string, all: PlanTexts) => {
    if (text.trim() === '') return null
    return priceRule(text) ?? (fenOf(text) < fenOf(all.price) ? '不能低于现价' : null)
  },
  days: (text: string) => wholeRule(text, 1, PLAN_DAYS_MAX),
  levelId: (text: string) => wholeRule(text, ...PLAN_LEVELS),
  position: (text: string) => wholeRule(text, 0, PLAN_POSITION_MAX),
} satisfies Partial<Record<keyof PlanTexts, Rule<PlanTexts>>>

/** Validates a whole number within bounds. */
export function wholeRule(text: string, least: number, most: number): string | null {
  const number = Number(text.trim())
  const fits = /^\d+$/.test(text.trim()) && number >= least && number <= most
  return fits ? null : `请填写 ${least} 至 ${most} 的整数`
}

function priceRule(text: string): string | null {
  const price = text.trim()
  if (!PRICE.test(price)) return '请填写金额，如 198.00'
  return fenOf(price) >= 1 && fenOf(price) <= PLAN_PRICE_MAX * 100 ? null : '0.01 至 1000000.00 元'
}

function fenOf(price: string): number {
  return Math.round(Number(price.trim()) * 100)
}

export function textsOf(plan: AdminPlan): PlanTexts {
  const { name, remark, price, priceBefore, days, kind, levelId, position, onSale, app } = plan
  return {
    name,
    remark,
    price,
    priceBefore,
    days: String(days),
    kind,
    levelId: String(levelId),
    position: String(position),
    onSale: String(onSale),
    app,
  }
}

/** The plan in the form. An empty original price means no discount. */
export function planOf(texts: PlanTexts): Schemas['PlanForm'] {
  const price = texts.price.trim()
  return {
    name: texts.name.trim(),
    remark: texts.remark.trim(),
    price,
    priceBefore: texts.priceBefore.trim() || price,
    days: Number(texts.days),
    kind: texts.kind === 'code' ? 'code' : 'time',
    levelId: Number(texts.levelId),
    position: Number(texts.position),
    onSale: texts.onSale === 'true',
    app: texts.app.trim(),
  }
}

/** The changed fields. */
export function changedFields(before: AdminPlan, texts: PlanTexts): Omit<Schemas['PlanEditForm'], 'id' | 'version'> {
  const entries = Object.entries(planOf(texts)).filter(([name, value]) => {
    const old = before[name as keyof AdminPlan]
    const isPrice = name === 'price' || name === 'priceBefore'
    return isPrice ? fenOf(String(value)) !== fenOf(String(old)) : value !== old
  })
  return Object.fromEntries(entries)
}
