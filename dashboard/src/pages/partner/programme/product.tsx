import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useId, usePartner } from '../partner.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Card products',
    active: 'Active',
    inactive: 'Not active: no new card can be issued of it',
    limits: 'Limits of each card',
    noLimits: 'There are no limits beyond the balance.',
    period: 'Period',
    fees: 'Fees',
    noFees: 'There are no fees.',
    markup: 'Charged for conversions',
    prefix: 'Numbers begin with',
    issued: 'Numbers issued',
    of: (issued: number, all: number) => `${issued} of ${all}`,
    months: 'Valid for',
    monthsOf: (count: number) => `${count} months`,
    virtual: 'Virtual cards',
    physical: 'Physical cards',
    service: 'Service code',
    periods: { transaction: 'Each payment', day: 'Day', week: 'Week', month: 'Month', year: 'Year', total: 'In all' },
  },
  ro: {
    title: 'Produse de card',
    active: 'Activ',
    inactive: 'Inactiv: nu se mai pot emite carduri noi',
    limits: 'Limitele fiecărui card',
    noLimits: 'Nu sunt limite în afară de sold.',
    period: 'Perioada',
    fees: 'Comisioane',
    noFees: 'Nu sunt comisioane.',
    markup: 'Luat pentru conversii',
    prefix: 'Numerele încep cu',
    issued: 'Numere emise',
    of: (issued: number, all: number) => `${issued} din ${all}`,
    months: 'Valabil',
    monthsOf: (count: number) => `${count} de luni`,
    virtual: 'Carduri virtuale',
    physical: 'Carduri fizice',
    service: 'Cod de serviciu',
    periods: {
      transaction: 'Fiecare plată',
      day: 'Zi',
      week: 'Săptămână',
      month: 'Lună',
      year: 'An',
      total: 'În total',
    },
  },
} satisfies Texts<unknown>

type Product = Reply<'getProduct'>

export default function ProductPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const id = useId()
  const { to } = usePartner()
  return (
    <DetailPage<Product>
      detailKey={['product', id]}
      load={(signal) => bodyOf(api.GET('/products/{productId}', { params: { path: { productId: id } }, signal }))}
      parent={{ title: t.title, to: to('programme', 'products') }}
      id={id}
      heading={({ name, active }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={active ? 'good' : 'neutral'}>{active ? t.active : t.inactive}</Badge>,
      })}
      main={(product) => <Terms product={product} />}
      side={({ prefix, currencies, months, virtual, physical, ...product }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [c.currency, currencies.join(', ')],
              [t.virtual, virtual ? c.yes : c.no],
              [t.physical, physical ? c.yes : c.no],
              [t.months, t.monthsOf(months)],
              [t.prefix, <code key="prefix">{prefix}</code>],
              [t.issued, t.of(product.numbersIssued, product.numbersInAll)],
              [t.service, product.serviceCode],
              [t.markup, `${product.markupPercent} %`],
              [c.created, <Time key="created" at={product.createdAt} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function Terms({ product: { limits, fees } }: { product: Product }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const periods: Readonly<Record<string, string>> = t.periods
  return (
    <>
      <Panel title={t.limits}>
        {limits.length === 0 ? (
          <p className="soft">{t.noLimits}</p>
        ) : (
          <SmallTable
            title={t.limits}
            heads={[t.period, { end: c.amount }]}
            rows={limits.map(({ period, currency, amount }) => ({
              key: `${period} ${currency}`,
              cells: [periods[period] ?? period, <Money key="amount" amount={amount} currency={currency} />],
            }))}
          />
        )}
      </Panel>
      <Panel title={t.fees}>
        {fees.length === 0 ? (
          <p className="soft">{t.noFees}</p>
        ) : (
          <SmallTable
            title={t.fees}
            heads={[c.kind, { end: c.amount }]}
            rows={fees.map(({ kind, currency, amount }) => ({
              key: `${kind} ${currency}`,
              cells: [kind, <Money key="amount" amount={amount} currency={currency} />],
            }))}
          />
        )}
      </Panel>
    </>
  )
}
