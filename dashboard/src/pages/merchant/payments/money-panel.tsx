import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at } from '../../../urls.ts'
import type { Payment } from './detail.tsx'
import { anchorOf, entryOf } from './ledger.tsx'
import { isMoney, leftOf, type MoneyLine, moneyLines } from './left.ts'
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
  const net = leftOf(payment)
  const isCancelled = whatHappened(payment) === 'cancelled'
  return [
    ...moneyLines(payment, { isCancelled }).map(([line, amount]): Term => {
      const entry = entryOf(payment, recipesOf[line])
      const money = <Money key={line} amount={amount} currency={payment.currency} />
      return [
        t[line],
        entry === undefined ? (
          money
        ) : (
          <a key={line} href={`#${anchorOf(entry)}`}>
            {money}
          </a>
        ),
      ]
    }),
    [
      scope.kind === 'platform' ? t.merchantReceives : t.youReceive,
      net && (
        <strong>
          <Money amount={net} currency={payment.currency} />
        </strong>
      ),
    ],
  ]
}

/** What books each line; shares are in the entries of the others. */
const recipesOf: Record<MoneyLine, readonly string[]> = {
  paid: ['paymentCaptured'],
  fee: ['paymentCaptured'],
  cancelled: ['paymentCancelled'],
  captureFailed: ['captureFailed'],
  refunded: ['paymentRefunded'],
  refundsBack: ['refundReturned'],
  chargedBack: ['chargebackOpened', 'chargebackLost'],
  won: ['chargebackWon', 'chargebackOverturned'],
  feeBack: ['paymentRefunded', 'paymentCancelled', 'captureFailed'],
  others: ['paymentCaptured'],
}
