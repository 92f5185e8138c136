import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { PayoutStatus, payoutStatuses } from '../../../parts/payout-status.tsx'
import { Time, useDayText } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { Actor } from '../../common/actor.tsx'
import { PaymentsIn } from './payments-in.tsx'

type Payout = Reply<'getMerchantPayout'>
type Says = Record<Payout['status'], (to: string, day: string) => string>

const texts = {
  en: {
    title: 'Payouts',
    one: 'Payout',
    content: 'What it is made of',
    kind: 'Kind',
    batch: 'Batch',
    amount: 'Amount',
    other: 'Everything else',
    sum: 'Paid out',
    account: (lastFour: string) => `the account ending in ${lastFour}`,
    someAccount: 'your bank account',
    says: {
      created: (to) => `It waits to be sent to ${to}.`,
      submitted: (to) => `It is on its way to ${to}; the bank has not said yet that it arrived.`,
      paid: (to, day) => `The bank paid it to ${to}${day && ` on ${day}`}.`,
      failed: (to) => `The bank refused it: nothing left for ${to}, and the money is in your balance again.`,
      returned: (to) => `It came back from ${to}; the money is in your balance again.`,
      cancelled: () => 'It was cancelled before it was sent; the money is in your balance again.',
    } as Says,
    kinds: {
      batch: 'Payments of a batch',
      reserveHeld: 'Reserve held',
      reserveReleased: 'Reserve released',
      payoutReturned: 'A payout that came back',
    },
    history: 'History',
    facts: 'Details',
    bankAccount: 'Bank account',
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
    sum: 'Virat',
    account: (lastFour: string) => `contul care se termină în ${lastFour}`,
    someAccount: 'contul tău bancar',
    says: {
      created: (to) => `Așteaptă să fie trimis în ${to}.`,
      submitted: (to) => `Este pe drum spre ${to}; banca nu a spus încă dacă a ajuns.`,
      paid: (to, day) => `Banca l-a plătit în ${to}${day && ` pe ${day}`}.`,
      failed: (to) => `Banca l-a refuzat: nimic nu a plecat spre ${to}, iar banii sunt din nou în soldul tău.`,
      returned: (to) => `S-a întors din ${to}; banii sunt din nou în soldul tău.`,
      cancelled: () => 'A fost anulat înainte de a fi trimis; banii sunt din nou în soldul tău.',
    } as Says,
    kinds: {
      batch: 'Plățile unui lot',
      reserveHeld: 'Rezervă reținută',
      reserveReleased: 'Rezervă eliberată',
      payoutReturned: 'Un virament întors',
    },
    history: 'Istoric',
    facts: 'Detalii',
    bankAccount: 'Cont bancar',
    transfer: 'Numele transferului',
    bankReference: 'Referința băncii',
    created: 'Creat',
    paid: 'Plătit',
  },
} satisfies Texts<unknown>

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
      heading={({ amount, currency, status, ...payout }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.one} ${id} · ${money(amount, currency)}`,
        badge: <PayoutStatus status={status} />,
        sentence: <Sentence of={{ status, ...payout }} />,
      })}
      main={({ amount: sum, items, otherAmount, currency, history }) => (
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
                {
                  key: 'sum',
                  cells: [
                    <strong key="s">{t.sum}</strong>,
                    '',
                    <strong key="a">
                      <Money amount={sum} currency={currency} />
                    </strong>,
                  ],
                },
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
              [t.bankAccount, <AccountName key="account" of={payout} />],
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

type OfPayout = Pick<Payout, 'merchantId' | 'bankAccountId'>

/** The account that it goes to, for those who see bank accounts. */
function useAccount({ merchantId, bankAccountId }: OfPayout) {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['bank-accounts', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/bank-accounts', { params: { path: { merchantId } }, signal })),
    enabled: may('bank-accounts:read'),
  })
  return data?.bankAccounts.find(({ id }) => id === bankAccountId)
}

function AccountName({ of }: { of: OfPayout }) {
  const account = useAccount(of)
  if (!account) return of.bankAccountId
  return (
    <>
      {account.holderName}, <bdi>··{account.lastFour}</bdi>
    </>
  )
}

/** What is true of it now, and where the money is. */
function Sentence({ of }: { of: OfPayout & Pick<Payout, 'status' | 'paidAt'> }) {
  const t = useTexts(texts)
  const day = useDayText()
  const account = useAccount(of)
  return t.says[of.status](account ? t.account(account.lastFour) : t.someAccount, of.paidAt ? day(of.paidAt) : '')
}
