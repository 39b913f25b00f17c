import type { OrderHistory } from '@/shared/api/types.ts'
import { REASON_MAX, TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { submitOnCtrlEnter } from '../kit/submit-on-ctrl-enter.ts'
import { useAction } from '../kit/use-action.ts'
import { rememberReason, UsedReasons } from '../kit/used-reasons.tsx'
import { grantOrder } from './api.ts'
import { grantTexts, grantWish, MONEY_CHANNELS, priceRule, tradeRule } from './grant-form.ts'

const ACTION = '补单'

/** Asks what was really received, and grants the order by hand. */
export function GrantDialog({ order, onClose }: { order: OrderHistory; onClose: () => void }) {
  const { field, set, submit } = useForm(grantTexts(order), {
    price: priceRule,
    tradeNo: tradeRule,
    reason: reasonRule,
  })
  const grant = useAction({
    run: grantOrder,
    refresh: [ADMIN_KEY],
    onDone: onClose,
    done: ({ waiting }) => (waiting ? '已提交，等另一位管理人员确认' : grantedText(order)),
  })
  const send = submit((texts) => {
    rememberReason(ACTION, texts.reason.trim())
    grant.mutate(grantWish(order, texts))
  }, grant.isPending)
  function use(reason: string) {
    set({ reason })
    void send()
  }
  return (
    <Dialog title={ACTION} open onClose={onClose}>
      <form className="admin-form" noValidate onSubmit={send} onKeyDown={submitOnCtrlEnter}>
        <p className="admin-note">
          请先在收款账户里核实这笔钱（订单 ¥{order.price}）：补单后开通 {order.payName}
          ，并记入操作日志。有别人也可以补单时，要由其中一位确认。
        </p>
        <TextField label="实收金额（元）" field={field('price')} maxLength={12} autoComplete="off" />
        <SelectField label="收款渠道" field={field('payChannel')} choices={MONEY_CHANNELS} />
        <TextField
          label="交易号或凭证号"
          field={field('tradeNo')}
          hint="支付平台的交易号，或转账的凭证号；一个号只能用于一个订单"
          maxLength={TRADE_NUMBER_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextArea label="原因" field={field('reason')} maxLength={REASON_MAX} counter />
        <UsedReasons action={ACTION} onUse={use} />
        <DialogActions confirm={ACTION} busy={grant.isPending} loadingText="处理中" />
      </form>
    </Dialog>
  )
}

function grantedText({ kind, days }: OrderHistory): string {
  return kind === 'code' ? '已补单，激活码已发放' : `已补单，开通 ${days} 天`
}

function reasonRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写原因'
  return codePoints(text) > REASON_MAX ? `最多${REASON_MAX}个字` : null
}
