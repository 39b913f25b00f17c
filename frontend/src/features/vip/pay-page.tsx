import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { siteTexts } from '@/shared/api/app-config.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Plan } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { formatYuan } from '@/shared/lib/format.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { BarePage } from './bare-page.tsx'
import { PayChannels } from './pay-channels.tsx'
import { PlanChoice, useChosenPlan } from './plan-choice.tsx'
import { savingOf } from './plan-price.ts'
import { Amount } from './price.tsx'
import { usePayment } from './use-payment.ts'
import { VipCard } from './vip-card.tsx'
import './pay-page.css'

/** /pay, VIP充值. Visitors may look, but have to log in to pay (R10.3). */
export default function PayPage() {
  const signedIn = useSignedIn()
  const [params, setParams] = useSearchParams()
  const sheet = useUrlDialog('pay')
  const [chosen, setChosen] = useState(params.get('plan') ?? sheet.value)
  const plan = useChosenPlan('time', chosen)
  const { planNotice: notice } = siteTexts()

  function onPay({ id }: Plan) {
    if (signedIn) return sheet.open(id)
    // So that the way back from the login leads to this plan.
    setParams({ plan: id }, { replace: true, preventScrollReset: true })
    askToLogIn()
  }

  return (
    <BarePage
      title="VIP充值"
      footed={plan !== undefined}
      action={
        <Link to="/orders" className="bare-page-link">
          订单记录
        </Link>
      }
    >
      <VipCard />
      <p className="pay-note pay-code">
        已有激活码？<Link to="/sub">去兑换</Link>
      </p>
      {notice && <p className="pay-note">{notice}</p>}
      <PlanChoice kind="time" label="VIP 套餐" current={plan} onChoose={setChosen} />
      {plan && <Footer plan={plan} onPay={() => onPay(plan)} />}
      <p className="pay-note">
        我们会持续收录更多资源。如有特殊需求，可以<Link to="/message">留言</Link>告诉我们。
      </p>
      {sheet.value !== null && signedIn && plan && <PaySheet plan={plan} onClose={sheet.close} />}
    </BarePage>
  )
}

/** Where a plan is paid; what has come of it takes the place of the choice. */
function PaySheet({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const payment = usePayment(plan)
  const { settled } = payment
  const result = settled?.look === 'paid' ? '支付成功' : '支付结果'
  return (
    <Dialog title={settled ? result : '选择支付方式'} open onClose={onClose} shape="sheet">
      {!settled && (
        <p className="no-refund">
          <Icon of={ShieldCheck} size={20} />
          {plan.name}为虚拟商品，付款后不支持退款，请确认后再付款。
        </p>
      )}
      <PayChannels plan={plan} payment={payment} />
    </Dialog>
  )
}

/** The selected plan with its price and the pay button. */
function Footer({ plan, onPay }: { plan: Plan; onPay: () => void }) {
  const saved = savingOf(plan)
  return (
    <div className="pay-footer">
      <div className="pay-footer-inner">
        <p className="pay-footer-plan" aria-live="polite">
          <span>{plan.name}</span> <Amount price={plan.currentPrice} />
          {saved > 0 && <span className="pay-footer-saved numeric">已优惠{formatYuan(saved.toFixed(2))}元</span>}
        </p>
        <Button primary onClick={onPay}>
          確認付款
        </Button>
      </div>
    </div>
  )
}
