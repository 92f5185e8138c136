import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { PayoutStatus, payoutStatuses } from '../../../parts/payout-status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { Actor } from '../../common/actor.tsx'
import { PaymentsIn } from './payments-in.tsx'

const texts = {
  en: {
    title: 'Payouts',
    one: 'Payout',
    content: 'What it is made of',
    kind: 'Kind',
    batch: 'Batch',
    amount: 'Amount',
    other: 'Everything else',
    kinds: {
      batch: 'Payments of a batch',
      reserveHeld: 'Reserve held',
      reserveReleased: 'Reserve released',
      payoutReturned: 'A payout that came back',
    },
    history: 'History',
    facts: 'Details',
    account: 'Bank account',
    transfer: 'Name of the transfer',
    bankReference: 'The bank’s reference',
    created: 'Created',
    paid: 'Paid',
  },
  ro: {
    title: 'Viramente',
    one: 'Viramentul',
    content: 'Din ce este făcut',
    kind: 'Fel',
    batch: 'Lot',
    amount: 'Suma',
    other: 'Tot restul',
    kinds: {
      batch: 'Plățile unui lot',
      reserveHeld: 'Rezervă reținută',
      reserveReleased: 'Rezervă eliberată',
      payoutReturned: 'Un virament întors',
    },
    history: 'Istoric',
    facts: 'Detalii',
    account: 'Cont bancar',
    transfer: 'Numele transferului',
    bankReference: 'Referința băncii',
    created: 'Creat',
    paid: 'Plătit',
  },
} satisfies Texts<unknown>

type Payout = Reply<'getMerchantPayout'>

export default function PayoutPage() {
  const t = useTexts(texts)
  const words = useTexts(payoutStatuses)
  const money = useMoney()
  const id = useThingId()
  const { scope } = useScope()
  const kinds: Readonly<Record<string, string>> = t.kinds
  return (
    <DetailPage<Payout>
      detailKey={['payout', id]}
      load={(signal) => bodyOf(api.GET('/merchant-payouts/{payoutId}', { params: { path: { payoutId: id } }, signal }))}
      parent={{ title: t.title, to: at(scope, 'money', 'payouts') }}
      id={id}
      heading={({ amount, currency, status }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.one} ${id} · ${money(amount, currency)}`,
        badge: <PayoutStatus status={status} />,
      })}
      main={({ items, otherAmount, currency, history }) => (
        <>
          <PaymentsIn payoutId={id} />
          <Panel title={t.content}>
            <SmallTable
              title={t.content}
              heads={[t.kind, t.batch, { end: t.amount }]}
              rows={[
                ...items.map(({ kind, batchId, amount }, index) => ({
                  key: `${kind} ${index}`,
                  cells: [kinds[kind] ?? kind, batchId, <Money key="a" amount={amount} currency={currency} />],
                })),
                { key: 'other', cells: [t.other, '', <Money key="a" amount={otherAmount} currency={currency} />] },
              ]}
            />
          </Panel>
          <Timeline
            title={t.history}
            of={history.map(({ at: moment, status, actor, note }) => ({
              key: `${moment} ${status}`,
              at: moment,
              what: (
                <>
                  {words[status] ?? status} · <Actor of={actor} />
                  {note && <span className="soft"> “{note}”</span>}
                </>
              ),
            }))}
          />
        </>
      )}
      side={(payout) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [t.account, payout.bankAccountId],
              [t.transfer, <code key="transfer">{payout.endToEndId}</code>],
              [t.bankReference, payout.bankReference && <code>{payout.bankReference}</code>],
              [t.created, <Time key="created" at={payout.createdAt} />],
              [t.paid, payout.paidAt && <Time at={payout.paidAt} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}
