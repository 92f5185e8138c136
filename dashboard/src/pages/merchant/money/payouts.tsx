import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { PayoutStatus, payoutStatuses } from '../../../parts/payout-status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { currenciesOf, exportOf, ofMerchant, useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Payouts',
    about: 'Money on its way to your bank account, and what arrived.',
    amount: 'Amount',
    status: 'Status',
    currency: 'Currency',
    created: 'Created',
    paid: 'Paid',
    reference: 'Name of the transfer',
    empty: 'No payouts yet',
    emptyHint: 'A payout is made on the next day of your schedule when there is something to pay.',
  },
  ro: {
    title: 'Viramente',
    about: 'Bani în drum spre contul tău bancar și ce a ajuns.',
    amount: 'Suma',
    status: 'Stare',
    currency: 'Moneda',
    created: 'Creat',
    paid: 'Plătit',
    reference: 'Numele transferului',
    empty: 'Încă nu sunt viramente',
    emptyHint: 'Un virament se face în următoarea zi din calendarul tău, când este ceva de plătit.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listMerchantPayouts'>

export default function Payouts() {
  const t = useTexts(texts)
  const words = useTexts(payoutStatuses)
  const zone = useZoneName()
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    { name: 'amount', title: t.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: t.status, cell: ({ status }) => <PayoutStatus status={status} /> },
    {
      name: 'reference',
      title: t.reference,
      inFile: ['end_to_end_id'],
      cell: ({ endToEndId }) => <code>{endToEndId}</code>,
      phone: 'second',
    },
    useCreatedColumn<Row>(t.created),
    {
      name: 'paid',
      title: `${t.paid} (${zone})`,
      cell: ({ paidAt }) => paidAt && <Time at={paidAt} />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['payouts', scope]}
      filters={[
        severalFilter('status', t.status, words),
        {
          ...{ name: 'currency', label: t.currency, kind: 'choice', isSeveral: true },
          options: currenciesOf(sites).map((one) => ({ value: one, label: one })),
        },
        { name: 'text', label: t.reference, kind: 'text' },
        createdFilter(t.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(
          api.GET('/merchant-payouts', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }),
        )
      }
      export={exportOf('merchant-payouts', merchantId)}
      to={({ id }) => at(scope, 'money', 'payouts', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
