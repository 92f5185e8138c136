import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { negated } from '../../../parts/sums.ts'
import { useScope } from '../../../shell/scope.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at } from '../../../urls.ts'
import type { Payment } from './detail.tsx'
import { anchorOf, entryOf } from './ledger.tsx'
import { feeBackOf, isMoney, leftOf } from './left.ts'
import { detailTexts } from './texts.ts'
import { whatHappened } from './what-happened.ts'

/** From what was paid to what the merchant receives: each term with its sign, and leading to the entry that booked it. */
export function MoneyPanel({ payment }: { payment: Payment }) {
  const t = useTexts(detailTexts)
  const { captured, merchantPayoutId, batchId, price } = payment
  const isUnknown = whatHappened(payment) === 'unknown'
  const terms = useTerms(payment)
  const { scope } = useScope()
  return (
    <Panel title={t.money}>
      <Facts
        of={[
          ...(isUnknown && !isMoney(captured) ? [[t.paid, t.notKnown] as const] : terms),
          [t.price, price && t.priceText(price)],
          [t.batch, batchId],
          [
            t.payout,
            merchantPayoutId && <Link to={at(scope, 'money', 'payouts', merchantPayoutId)}>{merchantPayoutId}</Link>,
          ],
        ]}
      />
    </Panel>
  )
}

type Term = readonly [name: string, value: ReactNode]

function useTerms(payment: Payment): Term[] {
  const t = useTexts(detailTexts)
  const { scope } = useScope()
  const { captured, fee, refunded, chargedBack, currency } = payment
  const isCancelled = whatHappened(payment) === 'cancelled'
  // What is cancelled before it is settled is reversed whole, with its fee.
  const [net, feeBack] = [leftOf(payment), isCancelled ? fee : feeBackOf(payment)]
  const less = (name: string, amount: string | undefined, ...recipes: string[]): Term[] =>
    isMoney(amount) ? [term(name, negated(amount), ...recipes)] : []
  const term = (name: string, amount: string, ...recipes: string[]): Term => {
    const entry = entryOf(payment, recipes)
    const money = <Money amount={amount} currency={currency} />
    const value = entry === undefined ? money : <a href={`#${anchorOf(entry)}`}>{money}</a>
    return [name, value]
  }
  return [
    term(t.paid, captured, 'paymentCaptured'),
    ...less(t.fee, fee, 'paymentCaptured'),
    ...less(t.refunded, refunded, 'paymentRefunded'),
    ...(isCancelled ? less(t.cancelled, captured, 'paymentCancelled') : []),
    ...(isMoney(feeBack) ? [term(t.feeBack, feeBack, 'paymentRefunded', 'paymentCancelled')] : []),
    ...less(t.chargedBack, chargedBack, 'chargebackOpened', 'chargebackLost'),
    [
      scope.kind === 'platform' ? t.merchantReceives : t.youReceive,
      net && (
        <strong>
          <Money amount={net} currency={currency} />
        </strong>
      ),
    ],
  ]
}
