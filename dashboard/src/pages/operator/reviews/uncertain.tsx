import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { requestWords } from '../../../parts/payment-steps.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { opAt } from '../acting.tsx'
import { MerchantName, namedOptions, useConnectorOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Uncertain',
    about:
      'Payments and refunds whose outcome the acquirer has not told; who waits longest comes first. Florin keeps asking. Do not charge again: the customers may have paid.',
    asked: (what: string) => `Asked for: ${what}`,
    times: (count: number) => (count === 0 ? 'not asked again yet' : `asked ${count} × in vain`),
    next: 'Next asked',
    person: 'Waits for a person',
    ends: 'Ends by',
    report: 'in a report, or by a person',
    reverses: 'it is reversed',
    empty: 'Every outcome is known',
    hint: 'A payment comes here when the acquirer did not reply, and stays until it is known what happened.',
  },
  ro: {
    title: 'Nesigure',
    about:
      'Plăți și rambursări al căror rezultat nu a fost spus de banca acceptatoare; cine așteaptă de mai mult e primul. Florin întreabă în continuare. Nu încasa din nou: clienții s-ar putea să fi plătit.',
    asked: (what: string) => `S-a cerut: ${what}`,
    times: (count: number) => (count === 0 ? 'încă nu a fost întrebată din nou' : `întrebată de ${count} × degeaba`),
    next: 'Următoarea întrebare',
    person: 'Așteaptă o persoană',
    ends: 'Se încheie până la',
    report: 'printr-un raport sau de o persoană',
    reverses: 'este anulată',
    empty: 'Fiecare rezultat este cunoscut',
    hint: 'O plată ajunge aici când banca acceptatoare nu a răspuns și rămâne până se știe ce s-a întâmplat.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listUnresolvedPayments'>

/** The moment by which a result is known, also without a response. */
function End({
  pending,
  words,
}: {
  pending: NonNullable<Row['pending']>
  words: { report: string; reverses: string }
}) {
  const { reversedBy, reportBy } = pending
  return (
    <>
      {(reversedBy ?? reportBy) && <Time at={(reversedBy ?? reportBy)!} />}
      <div className="meta">{reversedBy ? words.reverses : words.report}</div>
    </>
  )
}

export default function Uncertain() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const requests = useTexts(requestWords)
  const zone = useZoneName()
  const connectors = useConnectorOptions()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    {
      name: 'status',
      title: c.status,
      cell: ({ status, pending }) => (
        <>
          <PaymentStatus status={status} />
          {pending && <div className="meta">{t.asked(requests[pending.kind])}</div>}
        </>
      ),
    },
    {
      name: 'merchant',
      title: c.merchant,
      cell: ({ merchantId }) => <MerchantName id={merchantId} />,
      phone: 'second',
    },
    {
      name: 'waitsSince',
      title: `${c.waitsSince} (${zone})`,
      cell: ({ pending, createdAt }) => <Time at={pending?.since ?? createdAt} />,
      phone: 'second',
    },
    {
      name: 'next',
      title: t.next,
      cell: ({ pending }) => (
        <>
          {pending?.nextAt ? <Time at={pending.nextAt} /> : t.person}
          {pending && <div className="meta">{t.times(pending.inquiries)}</div>}
        </>
      ),
      phone: 'never',
    },
    {
      name: 'ends',
      title: t.ends,
      cell: ({ pending }) => pending && <End pending={pending} words={t} />,
      phone: 'never',
    },
    { name: 'connector', title: c.connector, cell: ({ connector }) => connector, phone: 'never' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['payments', 'unresolved']}
      filters={[
        { name: 'connector', label: c.connector, kind: 'choice', options: connectors },
        { name: 'merchantId', label: c.merchant, kind: 'choice', options: namedOptions(useNamed('merchants')) },
      ]}
      columns={columns}
      load={(search, page, signal) =>
        bodyOf(api.GET('/payments/unresolved', { params: { query: { ...search, ...page } }, signal }))
      }
      to={({ id }) => opAt('reviews', 'uncertain', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
