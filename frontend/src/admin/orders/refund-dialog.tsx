import { useState } from 'react'
import type { OrderHistory } from '@/shared/api/types.ts'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { CheckBox, RadioList } from '@/shared/ui/choices.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { useAction } from '../kit/use-action.ts'
import { refundOrder } from './api.ts'
import { refundText } from './order-labels.ts'
import { isWhole, refundables, refundPriceRule, refundWish } from './refund-form.ts'

const PAID = 1
const WAYS = [
  { value: 'sent', label: '原路退回', hint: '由支付平台退到付款账户，可以只退一部分' },
  { value: 'marked', label: '已线下退款', hint: '这里只做标记，不会退钱，也不能撤销' },
] as const

/** Asks how an order is refunded, how much and why, and whether to revoke what was bought. */
export function RefundDialog({ order, onClose }: { order: OrderHistory; onClose: () => void }) {
  const all = refundables(order)
  const [first] = all
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>(first ? 'sent' : 'marked')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isSent = way === 'sent'
  const { field, submit, values } = useForm(
    { price: first?.left ?? '', tradeNo: first?.value ?? '', reason: '' },
    { price: isSent ? refundPriceRule(all) : () => null, reason: reasonRule },
  )
  // An abnormal order may have been paid twice: then one payment is refunded and the purchase stays, as after a refund in part.
  const endVip = chosen ?? (order.status === PAID && (!isSent || isWhole(all, values)))
  const refund = useAction({ run: refundOrder, refresh: [ADMIN_KEY], onDone: onClose, done: refundText })
  const code = order.kind === 'code'
  return (
    <Dialog title="退款" open onClose={onClose}>
      <form
        className="admin-form"
        noValidate
        onSubmit={submit((texts) => refund.mutate(refundWish(order, texts, isSent, endVip)), refund.isPending)}
      >
        <p className="admin-note">收到 {received(order)}。</p>
        {first && <RadioList label="退款方式" choices={WAYS} current={way} onChange={setWay} />}
        {isSent && all.length > 1 && <SelectField label="退哪一笔" field={field('tradeNo')} choices={all} />}
        {isSent && (
          <TextField
            label="退款金额（元）"
            field={field('price')}
            hint={all.length > 1 ? '不超过所选付款的可退金额' : `最多可退 ¥${first?.left}`}
            maxLength={12}
            autoComplete="off"
          />
        )}
        <TextArea label="原因" field={field('reason')} maxLength={REASON_MAX} counter />
        <CheckBox
          label={code ? '作废激活码' : '收回会员天数'}
          hint={
            code ? '没用过的激活码不能再用；用过的收回剩余天数。' : '收回这个订单还没用完的天数，其他订单的不受影响。'
          }
          checked={endVip}
          onChange={setChosen}
        />
        <DialogActions confirm={isSent ? '原路退款' : '标记退款'} busy={refund.isPending} loadingText="处理中" />
      </form>
    </Dialog>
  )
}

/** The payments of an order. */
function received({ payments, price }: OrderHistory): string {
  const prices = payments.length > 0 ? payments.map((payment) => payment.price) : [price]
  return prices.map((one) => `¥${one}`).join('、')
}

function reasonRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写原因'
  return codePoints(text) > REASON_MAX ? `最多${REASON_MAX}个字` : null
}
