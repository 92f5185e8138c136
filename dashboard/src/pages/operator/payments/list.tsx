import { api, apiRoot, bodyOf } from '../../../api/client.ts'
import type { operations } from '../../../api/generated'
import { useTexts } from '../../../i18n/language.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { type PaymentRow, usePaymentColumns, usePaymentFilters } from '../../common/payments/list-parts.tsx'
import { listWords } from '../../common/payments/list-words.ts'
import { opAt } from '../acting.tsx'
import { MerchantName, namedOptions, SiteName, useConnectorOptions, useNamed } from '../names.tsx'

type Currency = NonNullable<NonNullable<operations['listPayments']['parameters']['query']>['currency']>
/** In which currencies merchants are paid. */
const currencies = Object.keys({
  EUR: true,
  USD: true,
  GBP: true,
  CHF: true,
  RON: true,
  ILS: true,
} satisfies Record<Currency, true>)
const inCurrency = { name: 'currency', usual: 'EUR' }

/** The payments of all merchants, and what followed them. */
export default function Payments() {
  const t = useTexts(listWords)
  const merchants = useNamed('merchants')
  const connectors = useConnectorOptions()
  const { amount, status, customer, method, card, created } = usePaymentColumns(inCurrency)
  const merchant: Column<PaymentRow> = {
    name: 'merchant',
    title: `${t.merchant}, ${t.site.toLowerCase()}`,
    inFile: ['site_id'],
    cell: ({ merchantId, siteId }) => (
      <>
        <MerchantName id={merchantId} />
        <div className="meta">
          <SiteName id={siteId} />
        </div>
      </>
    ),
    phone: 'second',
  }
  const amounts: Filter[] = [
    {
      name: 'currency',
      label: t.currency,
      kind: 'choice',
      options: currencies.map((one) => ({ value: one, label: one })),
    },
    { name: 'amount', label: t.amount, kind: 'range', needs: inCurrency },
  ]
  const filters: Filter[] = [
    { name: 'merchantId', label: t.merchant, kind: 'choice', options: namedOptions(merchants) },
    { name: 'connector', label: t.connector, kind: 'choice', isSeveral: true, options: connectors },
    ...usePaymentFilters(amounts),
  ]
  return (
    <ListPage<PaymentRow>
      title={t.title}
      listKey={['payments', 'platform']}
      filters={filters}
      usualSort="-created"
      columns={[amount, status, merchant, customer, method, card, created]}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/payments', { params: { query: { ...search, ...page } as never }, signal }))
      }
      to={({ id }) => opAt('payments', id)}
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/payments', search)}` }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyOfAll}</p>
        </Empty>
      }
    />
  )
}
