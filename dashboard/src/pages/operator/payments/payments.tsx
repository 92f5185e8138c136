import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { holdsCardNumber } from '../../../card-number.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { MerchantName, namedOptions, useConnectorOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Payments with an unknown outcome',
    about: 'Florin keeps asking the acquirer. Do not charge again: the customers may have paid.',
    find: 'Find a payment of any merchant',
    findHint:
      'An id, an order number, an e-mail address, the last four digits of a card, or a reference of the acquirer.',
    found: 'Found',
    none: 'Nothing was found.',
    card: 'Search by the last four digits: a card number does not leave this field.',
    empty: 'Every outcome is known',
    hint: 'A payment comes here when the acquirer did not reply, and stays until it is known what happened.',
  },
  ro: {
    title: 'Plăți cu rezultat necunoscut',
    about: 'Florin întreabă în continuare acceptatorul. Nu încasa din nou: clienții s-ar putea să fi plătit.',
    find: 'Caută o plată a oricărui comerciant',
    findHint:
      'Un id, un număr de comandă, o adresă de e-mail, ultimele patru cifre ale unui card sau o referință a acceptatorului.',
    found: 'Găsite',
    none: 'Nu s-a găsit nimic.',
    card: 'Caută după ultimele patru cifre: un număr de card nu părăsește acest câmp.',
    empty: 'Fiecare rezultat este cunoscut',
    hint: 'O plată ajunge aici când acceptatorul nu a răspuns și rămâne până se știe ce s-a întâmplat.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listUnresolvedPayments'>

const pageOf = ({ merchantId, id }: Pick<Row, 'merchantId' | 'id'>) =>
  at({ kind: 'merchant', id: String(merchantId) }, 'payments', id)

export default function Payments() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const connectors = useConnectorOptions()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <PaymentStatus status={status} /> },
    {
      name: 'merchant',
      title: c.merchant,
      cell: ({ merchantId }) => <MerchantName id={merchantId} />,
      phone: 'second',
    },
    { name: 'number', title: c.number, cell: ({ id }) => id, phone: 'never' },
    {
      name: 'created',
      title: `${c.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
    },
  ]
  return (
    <>
      <Find />
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
        to={pageOf}
        empty={
          <Empty title={t.empty}>
            <p className="soft">{t.hint}</p>
          </Empty>
        }
      />
    </>
  )
}

/** What is typed is looked for once the typing rests. It is not part of the address, since it may be an e-mail address. */
function Find() {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const type = (next: string) => {
    const isCard = holdsCardNumber(next)
    setTyped(isCard ? '' : next)
    setProblem(isCard ? t.card : undefined)
  }
  return (
    <search className="stack">
      <Field name="text" label={t.find} hint={t.findHint} value={typed} onChange={type} problem={problem} />
      {text.length > 1 && <Found text={text} />}
    </search>
  )
}

function Found({ text }: { text: string }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { data, error } = useQuery({
    queryKey: ['payments', 'find', text],
    queryFn: ({ signal }) => bodyOf(api.GET('/payments/find', { params: { query: { text } }, signal })),
  })
  if (error && !data) return <ErrorPanel error={error} />
  if (!data) return null
  return (
    <Panel title={t.found}>
      {data.data.length === 0 && <p className="soft">{t.none}</p>}
      {data.data.length > 0 && (
        <SmallTable
          title={t.found}
          heads={[c.amount, c.status, c.merchant, c.created]}
          rows={data.data.map(({ payment }) => ({
            key: payment.id,
            cells: [
              <Link key="amount" to={pageOf(payment)}>
                <Money amount={payment.amount} currency={payment.currency} />
              </Link>,
              <PaymentStatus key="status" status={payment.status} reason={payment.declineReason} />,
              <MerchantName key="merchant" id={payment.merchantId} />,
              <Time key="at" at={payment.createdAt} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
