import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, useMomentColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Invoices',
    about: 'Invoices and credit notes that your sites made for those who paid.',
    number: 'Number',
    kind: 'Kind',
    amount: 'Amount',
    vat: 'VAT in it',
    payment: 'Payment',
    issued: 'Issued',
    site: 'Site',
    order: 'Order',
    kinds: { invoice: 'Invoice', creditNote: 'Credit note' },
    empty: 'No invoices yet',
    emptyHint: 'A site makes invoices once its seller data is set. Ask your operator, or set it with the API.',
  },
  ro: {
    title: 'Facturi',
    about: 'Facturile și notele de credit făcute de magazinele tale pentru cei care au plătit.',
    number: 'Număr',
    kind: 'Fel',
    amount: 'Suma',
    vat: 'TVA inclus',
    payment: 'Plata',
    issued: 'Emisă',
    site: 'Magazin',
    order: 'Comanda',
    kinds: { invoice: 'Factură', creditNote: 'Notă de credit' },
    empty: 'Încă nu sunt facturi',
    emptyHint:
      'Un magazin face facturi după ce datele vânzătorului sunt completate. Cere-i operatorului sau folosește API-ul.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listInvoices'>

export default function Invoices() {
  const t = useTexts(texts)
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    {
      name: 'number',
      title: t.number,
      cell: ({ id, number }) => (
        <a href={`${apiRoot}/invoices/${id}/pdf`} download>
          {number}
        </a>
      ),
    },
    { name: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      name: 'amount',
      title: t.amount,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      isEnd: true,
    },
    {
      name: 'vat',
      title: t.vat,
      cell: ({ vat, currency }) => <Money amount={vat} currency={currency} />,
      isEnd: true,
      phone: 'never',
    },
    {
      name: 'payment',
      title: t.payment,
      cell: ({ paymentId }) => <Link to={at(scope, 'payments', paymentId)}>{paymentId}</Link>,
      phone: 'second',
    },
    useMomentColumn<Row>(t.issued, ({ issuedAt }) => issuedAt, { name: 'issued', how: 'day' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['invoices', scope]}
      filters={[
        ...siteFilter(t.site, sites),
        { name: 'kind', label: t.kind, kind: 'choice', options: optionsOf(t.kinds) },
        createdFilter(t.issued),
        { name: 'orderId', label: t.order, kind: 'text' },
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/invoices', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      export={exportOf('invoices', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
