import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { PayoutStatus, payoutStatuses } from '../../../parts/payout-status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Payouts',
    about: 'Money on its way to your bank account, and what arrived.',
    amount: 'Amount',
    status: 'Status',
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
  const { scope } = useScope()
  const merchantId = scope.kind === 'merchant' ? { merchantId: scope.id } : {}
  const columns: Column<Row>[] = [
    { name: 'amount', title: t.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: t.status, cell: ({ status }) => <PayoutStatus status={status} /> },
    { name: 'reference', title: t.reference, cell: ({ endToEndId }) => <code>{endToEndId}</code>, phone: 'second' },
    {
      name: 'created',
      title: `${t.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
    },
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
        {
          name: 'status',
          label: t.status,
          kind: 'choice',
          options: Object.entries(words).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={columns}
      load={(search, page, signal) =>
        bodyOf(api.GET('/merchant-payouts', { params: { query: { ...merchantId, ...search, ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'money', 'payouts', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
