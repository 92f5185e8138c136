import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { History, MerchantLink } from '../names.tsx'
import { common } from '../words.ts'
import { payouts } from './statuses.ts'

type Payout = Reply<'getMerchantPayout'>

const texts = {
  en: {
    list: 'Payouts to merchants',
    payout: 'Payout',
    sentence: {
      created: 'It waits for the next bank file.',
      submitted: 'The bank has it. Its result is not known yet.',
      paid: 'The bank has paid it.',
      failed: 'The bank refused it. The money is available to the merchant again.',
      returned: 'It came back. The money is available again, and the bank account is held.',
      cancelled: 'It was cancelled before the bank had it. The money is available again.',
    },
    names: { submit: 'Submitted', pay: 'Paid', fail: 'Refused', return: 'Came back', cancel: 'Cancel' },
    effects: {
      submit: 'It was given to the bank by other means than a file.',
      pay: 'The bank has paid it.',
      fail: 'The bank has refused it. The money is available again.',
      return: 'The money came back. The bank account of the merchant is held until somebody releases it.',
      cancel: 'Nothing is sent. The money is available again.',
    },
    bankReference: 'What the bank calls it',
    bankCharge: 'Charge of the banks',
    chargeHint: 'What is missing of the amount. We bear it; leave it empty if all came back.',
    items: 'What it is made of',
    item: 'Item',
    kinds: {
      batch: 'Settlement batch',
      reserveHeld: 'Kept as reserve',
      reserveReleased: 'Reserve released',
      payoutReturned: 'Payout that came back',
    },
    other: 'Everything else',
    account: 'Bank account',
    reference: 'End-to-end reference',
    file: 'Bank file',
    scheduled: 'Scheduled for',
    paid: 'Paid',
  },
  ro: {
    list: 'Viramente către comercianți',
    payout: 'Virament',
    sentence: {
      created: 'Așteaptă următorul fișier bancar.',
      submitted: 'Este la bancă, iar banca nu a spus încă ce s-a întâmplat cu el.',
      paid: 'Banca l-a plătit.',
      failed: 'Banca l-a refuzat. Banii sunt din nou disponibili comerciantului.',
      returned: 'S-a întors. Banii sunt din nou disponibili, iar contul bancar este blocat.',
      cancelled: 'A fost anulat înainte să ajungă la bancă. Banii sunt din nou disponibili.',
    },
    names: { submit: 'Trimis', pay: 'Plătit', fail: 'Refuzat', return: 'Întors', cancel: 'Anulează' },
    effects: {
      submit: 'A fost dat băncii altfel decât printr-un fișier.',
      pay: 'Banca l-a plătit.',
      fail: 'Banca l-a refuzat. Banii sunt din nou disponibili.',
      return: 'Banii s-au întors. Contul bancar al comerciantului rămâne blocat până când îl eliberează cineva.',
      cancel: 'Nu se trimite nimic. Banii sunt din nou disponibili.',
    },
    bankReference: 'Cum îl numește banca',
    bankCharge: 'Comisionul băncilor',
    chargeHint: 'Cât lipsește din sumă. Îl suportăm noi; lasă gol dacă s-a întors toată suma.',
    items: 'Din ce se compune',
    item: 'Poziție',
    kinds: {
      batch: 'Lot de decontare',
      reserveHeld: 'Păstrat ca rezervă',
      reserveReleased: 'Rezervă eliberată',
      payoutReturned: 'Virament întors',
    },
    other: 'Toate celelalte',
    account: 'Cont bancar',
    reference: 'Referința de la un capăt la altul',
    file: 'Fișier bancar',
    scheduled: 'Programat pentru',
    paid: 'Plătit',
  },
} satisfies Texts<unknown>

type Deed = keyof (typeof texts)['en']['names']
/** What may follow each status: docs/states/merchant-payout.md. */
const deedsFrom: Readonly<Record<Payout['status'], readonly Deed[]>> = {
  created: ['submit', 'cancel'],
  submitted: ['pay', 'fail', 'return'],
  paid: ['return'],
  failed: ['pay'],
  returned: [],
  cancelled: [],
}
const paths = {
  submit: '/merchant-payouts/{payoutId}/submit',
  pay: '/merchant-payouts/{payoutId}/pay',
  fail: '/merchant-payouts/{payoutId}/fail',
  return: '/merchant-payouts/{payoutId}/return',
  cancel: '/merchant-payouts/{payoutId}/cancel',
} as const
const permissions = { submit: 'submit', cancel: 'cancel', pay: 'resolve', fail: 'resolve', return: 'resolve' } as const

export default function PayoutPage() {
  const t = useTexts(texts)
  const money = useMoney()
  const actions = usePayoutActions()
  const id = useThingId()
  return (
    <DetailPage<Payout>
      detailKey={['payout', id]}
      load={(signal) => bodyOf(api.GET('/merchant-payouts/{payoutId}', { params: { path: { payoutId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('money', 'payouts') }}
      id={id}
      heading={({ amount, currency, status }) => ({
        title: <Money amount={amount} currency={currency} />,
        tab: `${t.payout} ${id} · ${money(amount, currency)}`,
        badge: <payouts.Status status={status} />,
        sentence: t.sentence[status],
      })}
      actions={actions}
      main={(payout) => (
        <>
          <Items payout={payout} />
          <History of={payout.history.map((one) => ({ ...one, status: <payouts.Status status={one.status} /> }))} />
        </>
      )}
      side={(payout) => <About payout={payout} />}
    />
  )
}

function usePayoutActions(): (payout: Payout) => Action[] {
  const t = useTexts(texts)
  const gate = useGate()
  const money = useMoney()
  const reason = useReasonField()
  return ({ id, status, amount, currency }) =>
    deedsFrom[status].map((name) => ({
      name,
      label: t.names[name],
      ...gate(`merchant-payouts:${permissions[name]}`),
      spec: {
        title: `${t.names[name]}: ${money(amount, currency)}`,
        fields: [
          ...(name === 'return'
            ? [{ name: 'bankCharge', label: t.bankCharge, kind: 'number' as const, hint: t.chargeHint }]
            : []),
          ...(name === 'cancel' ? [] : [{ name: 'bankReference', label: t.bankReference }]),
          reason,
        ],
        effect: t.effects[name],
        submit: t.names[name],
        isDangerous: name === 'fail' || name === 'return' || name === 'cancel',
        run: (values, key) => bodyOf(api.POST(paths[name], sending({ payoutId: id }, filled(values), key))),
      },
    }))
}

function Items({ payout: { items, otherAmount, currency } }: { payout: Payout }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const rows = items.map(({ kind, amount, batchId, payoutId }, index) => ({
    key: `${kind} ${batchId ?? payoutId ?? index}`,
    cells: [
      <span key="item">
        {t.kinds[kind]}{' '}
        {payoutId === undefined ? (
          <code>{batchId}</code>
        ) : (
          <Link to={opAt('money', 'payouts', payoutId)}>{payoutId}</Link>
        )}
      </span>,
      <Money key="amount" amount={amount} currency={currency} />,
    ],
  }))
  const other = { key: 'other', cells: [t.other, <Money key="other" amount={otherAmount} currency={currency} />] }
  return (
    <Panel title={t.items}>
      <SmallTable title={t.items} heads={[t.item, { end: c.amount }]} rows={[...rows, other]} />
    </Panel>
  )
}

function About({ payout }: { payout: Payout }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.merchant, <MerchantLink key="merchant" id={payout.merchantId} />],
          [t.account, payout.bankAccountId],
          [t.reference, <code key="reference">{payout.endToEndId}</code>],
          [t.bankReference, payout.bankReference && <code>{payout.bankReference}</code>],
          [t.bankCharge, payout.bankCharge && <Money amount={payout.bankCharge} currency={payout.currency} />],
          [t.file, payout.fileId && <Link to={opAt('money', 'files')}>{payout.fileId}</Link>],
          [t.scheduled, payout.scheduledFor && <Time at={payout.scheduledFor} />],
          [c.created, <Time key="created" at={payout.createdAt} />],
          [t.paid, payout.paidAt && <Time at={payout.paidAt} />],
        ]}
      />
    </Panel>
  )
}
