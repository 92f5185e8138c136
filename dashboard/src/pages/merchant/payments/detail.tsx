import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { cardName } from '../../../parts/brand.ts'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { stepWords } from '../../../parts/payment-steps.ts'
import { PayoutStatus } from '../../../parts/payout-status.tsx'
import { PendingNotice } from '../../../parts/pending.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at, merchantScope } from '../../../urls.ts'
import { ApiReply } from '../../common/api-reply.tsx'
import { Audit } from '../../common/audit/panel.tsx'
import { MerchantName, SiteName } from '../../common/names.tsx'
import { useReplayOne } from '../../common/replay.tsx'
import { Requests } from '../../common/requests/panel.tsx'
import { CustomerContact } from '../customers/contact.tsx'
import { NotificationsPanel } from '../notifications/panel.tsx'
import { usePaymentActions } from './actions.tsx'
import { Declined } from './declined.tsx'
import { Alike, Sentence } from './for-customer.tsx'
import { Entries } from './ledger.tsx'
import { isMoney } from './left.ts'
import { PaymentLinks } from './links.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { detailTexts } from './texts.ts'

export type Payment = Reply<'getPayment'>

export default function PaymentPage() {
  const t = useTexts(detailTexts)
  const { scope } = useScope()
  return <PaymentDetail parent={{ title: t.payments, to: at(scope, 'payments') }} />
}

/** One payment, below the list that it was found in. */
export function PaymentDetail({ parent }: { parent: { title: string; to: string } }) {
  const t = useTexts(detailTexts)
  const actionsOf = usePaymentActions()
  const replay = useReplayOne()
  const money = useMoney()
  const id = useThingId()
  const { name } = useScope()
  return (
    <DetailPage<Payment>
      detailKey={['payment', id]}
      load={(signal) => bodyOf(api.GET('/payments/{paymentId}', { params: { path: { paymentId: idIn(id) } }, signal }))}
      parent={parent}
      id={id}
      heading={(payment) => {
        const { amount, currency, status, declineReason, refunded } = payment
        return {
          title: <Money amount={amount} currency={currency} />,
          tab: `${t.payment} ${id} · ${money(amount, currency)}${name ? ` · ${name}` : ''}`,
          badge: (
            <>
              <PaymentStatus status={status} reason={declineReason} />{' '}
              {isMoney(refunded) && status !== 'refunded' && (
                <span className="soft">{t.refundedSoFar(money(refunded, currency))}</span>
              )}
            </>
          ),
          sentence: <Sentence payment={payment} />,
        }
      }}
      actions={(payment) => {
        const [last] = payment.notifications
        return [...actionsOf(payment), ...(last ? [replay(last.id)] : [])]
      }}
      main={(payment) => (
        <>
          <Alike payment={payment} />
          <Declined payment={payment} />
          <History payment={payment} />
          <Entries payment={payment} />
          <NotificationsPanel of={payment.notifications} merchantId={payment.merchantId} />
          <Requests concerns={requestsOf(payment)} whose={merchantScope(payment.merchantId)} />
          <Audit of={payment.audit} />
          <ApiReply
            queryKey={['payment', id]}
            load={(signal) =>
              bodyOf(api.GET('/payments/{paymentId}/api-reply', { params: { path: { paymentId: idIn(id) } }, signal }))
            }
            needs="customers:read"
          />
        </>
      )}
      side={(payment) => (
        <>
          <MoneyPanel payment={payment} />
          <PaymentLinks payment={payment} />
          <FactsPanel payment={payment} />
          <CustomerContact customerId={payment.customerId} />
        </>
      )}
    />
  )
}

/** What the log of requests calls a payment and its order. */
const requestsOf = ({ id, orderId, storeOrderId }: Payment): readonly string[] => [
  ...[`transaction:${id}`, `order:${orderId}`],
  ...(storeOrderId ? [`reference:${storeOrderId}`] : []),
]

function History({ payment: { timeline, pending, payout } }: { payment: Payment }) {
  const t = useTexts(detailTexts)
  const steps = useTexts(stepWords)
  const payoutStep = usePayoutStep(payout)
  return (
    <>
      {pending && <PendingNotice pending={pending} />}
      <Timeline
        title={t.timeline}
        of={[
          ...timeline.map(({ at: moment, action, status }) => ({
            key: `${moment} ${action}`,
            at: moment,
            what: (
              <>
                <PaymentStatus status={status} /> {steps[action]} <code className="meta">{action}</code>
              </>
            ),
          })),
          ...payoutStep,
        ]}
      />
    </>
  )
}

/** What it has earned, on its way to the bank account: planned, hollow, and in the end with its payout. */
function usePayoutStep(payout: Payment['payout']) {
  const t = useTexts(detailTexts)
  const { scope } = useScope()
  if (!payout) return []
  const { id, status, at: moment } = payout
  const what =
    id === undefined || status === 'planned' ? (
      <>
        <Badge tone="neutral">{t.planned}</Badge> {t.paidOut}
      </>
    ) : (
      <>
        <PayoutStatus status={status} /> {t.paidOutWith} <Link to={at(scope, 'money', 'payouts', id)}>{id}</Link>
      </>
    )
  return [{ key: 'payout', at: moment, what, isAhead: status === 'planned' }]
}

function FactsPanel({ payment }: { payment: Payment }) {
  const t = useTexts(detailTexts)
  const { scope, sites } = useScope()
  const whose = merchantScope(payment.merchantId)
  const { brand, card, wallet, cardExpiry, cardHolder, customerEmail, customerId, orderId, storeOrderId } = payment
  return (
    <Panel title={t.facts}>
      <Facts
        of={[
          [t.card, `${cardName({ brand, card, wallet })}, ${cardExpiry}`],
          [t.holder, cardHolder],
          [
            t.customer,
            <Link key="c" to={at(whose, 'customers', customerId)}>
              {customerEmail ?? customerId}
            </Link>,
          ],
          [
            t.order,
            <Link key="o" to={at(whose, 'orders', orderId)}>
              {storeOrderId ?? orderId}
            </Link>,
          ],
          [t.description, payment.description],
          [
            t.merchant,
            scope.kind === 'platform' && (
              <Link to={at(scope, 'merchants', payment.merchantId)}>
                <MerchantName id={payment.merchantId} />
              </Link>
            ),
          ],
          [t.site, sites.find(({ id }) => id === payment.siteId)?.name ?? <SiteName key="site" id={payment.siteId} />],
          [t.initiator, payment.initiator === 'cit' ? t.byShopper : t.byMerchant],
          [t.connector, payment.connector],
          [t.reference, payment.reference && <code>{payment.reference}</code>],
          [t.authorizationCode, payment.authorizationCode && <code>{payment.authorizationCode}</code>],
          [
            t.threeDSecure,
            payment.threeDSecure &&
              payment.threeDSecure !== 'none' &&
              (t.threeDSecureWords[payment.threeDSecure] ?? payment.threeDSecure),
          ],
          [t.declineAdvice, payment.declineAdvice && t.declineAdviceWords[payment.declineAdvice]],
          [t.apiStatus, <code key="s">{payment.publicStatus}</code>],
        ]}
      />
    </Panel>
  )
}
