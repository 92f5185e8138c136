import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { MerchantName, namedOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'
import { payouts } from './statuses.ts'

const texts = {
  en: {
    title: 'Payouts to merchants',
    reference: 'Reference',
    paid: 'Paid',
    empty: 'No payouts yet',
    hint: 'Payouts are made by the schedule of each merchant, or by hand on the page of the merchant.',
  },
  ro: {
    title: 'Viramente către comercianți',
    reference: 'Referință',
    paid: 'Plătit',
    empty: 'Încă nu sunt viramente',
    hint: 'Viramentele se fac după calendarul fiecărui comerciant sau manual, pe pagina comerciantului.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listMerchantPayouts'>

export default function Payouts() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(payouts.texts)
  const merchants = useNamed('merchants')
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <payouts.Status status={status} /> },
    {
      name: 'merchant',
      title: c.merchant,
      cell: ({ merchantId }) => <MerchantName id={merchantId} />,
      phone: 'second',
    },
    {
      name: 'reference',
      title: t.reference,
      inFile: ['end_to_end_id'],
      cell: ({ endToEndId }) => <code>{endToEndId}</code>,
      phone: 'never',
    },
    useCreatedColumn<Row>(c.created),
    { name: 'paid', title: t.paid, cell: ({ paidAt }) => paidAt && <Time at={paidAt} />, phone: 'never' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      listKey={['payouts']}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'merchantId', label: c.merchant, kind: 'choice', options: namedOptions(merchants) },
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'text', label: t.reference, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/merchant-payouts', { params: { query: { ...search, ...page } }, signal }))
      }
      to={({ id }) => opAt('money', 'payouts', id)}
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/merchant-payouts', search)}` }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
