import { api, apiRoot, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, useMomentColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt, sending, useGate, useWaiting } from '../acting.tsx'
import { MerchantLink, MerchantName, namedOptions, useNamed } from '../names.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Fee invoices',
    about: 'What we charge merchants for, month by month.',
    month: 'Month',
    monthHint: 'For example 2026-11. It has to be over.',
    net: 'Net',
    total: 'Total',
    issued: 'Issued',
    kinds: { invoice: 'Invoice', creditNote: 'Credit note' },
    make: 'Make invoices',
    makeEffect:
      'Each merchant with fees in this month gets one invoice for each currency. A repeat makes nothing twice.',
    made: (count: number) => `Invoices made: ${count}.`,
    without: 'These merchants have no billing details yet, and got none:',
    empty: 'No fee invoices yet',
    hint: 'Make the invoices of a month when it is over.',
  },
  ro: {
    title: 'Facturi de comision',
    about: 'Ce le facturăm comercianților, lună de lună.',
    month: 'Luna',
    monthHint: 'De exemplu 2026-11. Luna trebuie să fie încheiată.',
    net: 'Net',
    total: 'Total',
    issued: 'Emisă',
    kinds: { invoice: 'Factură', creditNote: 'Notă de credit' },
    make: 'Fă facturile',
    makeEffect:
      'Fiecare comerciant cu comisioane în luna aceasta primește o factură pe monedă. Repetarea nu dublează nimic.',
    made: (count: number) => `Facturi făcute: ${count}.`,
    without: 'Acești comercianți nu au încă date de facturare și nu au primit nimic:',
    empty: 'Încă nu sunt facturi de comision',
    hint: 'Fă facturile unei luni după ce s-a încheiat.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listFeeInvoices'>

export default function Invoices() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const merchants = useNamed('merchants')
  const columns: Column<Row>[] = [
    { name: 'number', title: c.number, cell: ({ number }) => number },
    {
      name: 'total',
      title: t.total,
      inFile: ['total', 'currency'],
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    { name: 'kind', title: c.kind, cell: ({ kind }) => t.kinds[kind], phone: 'second' },
    {
      name: 'merchant',
      title: c.merchant,
      cell: ({ merchantId }) => <MerchantName id={merchantId} />,
      phone: 'second',
    },
    { name: 'month', title: t.month, cell: ({ month }) => month, phone: 'second' },
    useMomentColumn<Row>(t.issued, ({ issuedAt }) => issuedAt, { name: 'issued', phone: 'never', how: 'day' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['fee-invoices']}
      filters={[
        { name: 'merchantId', label: c.merchant, kind: 'choice', options: namedOptions(merchants) },
        { name: 'month', label: t.month, kind: 'text' },
        { name: 'kind', label: c.kind, kind: 'choice', options: optionsOf(t.kinds) },
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'text', label: c.number, kind: 'text' },
        createdFilter(t.issued),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/fee-invoices', { params: { query: { ...search, ...page } }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/fee-invoices', search)}` }}
      to={({ id }) => opAt('money', 'invoices', id)}
      actions={<Make />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Make() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const waiting = useWaiting()
  return (
    <ActionButton
      action={{
        name: 'make',
        label: t.make,
        look: 'main',
        ...gate('fee-invoices:create'),
        spec: {
          title: t.make,
          fields: [{ name: 'month', label: t.month, hint: t.monthHint, isRequired: true }, reason],
          effect: t.makeEffect,
          submit: t.make,
          run: (values, key) => bodyOf(api.POST('/fee-invoices', sending({}, values, key))),
          after: (result) => waiting(result) ?? <Made of={result as Reply<'makeFeeInvoices'>} />,
        },
      }}
    />
  )
}

function Made({ of: { numbers, withoutDetails } }: { of: Reply<'makeFeeInvoices'> }) {
  const t = useTexts(texts)
  return (
    <>
      <p>
        {t.made(numbers.length)} {numbers.join(', ')}
      </p>
      {withoutDetails.length > 0 && (
        <div className="notice wait">
          <span>{t.without}</span>
          {withoutDetails.map((id) => (
            <MerchantLink key={id} id={id} />
          ))}
        </div>
      )}
    </>
  )
}
