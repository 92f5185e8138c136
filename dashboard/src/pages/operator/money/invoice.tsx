import { api, apiRoot, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { type BecauseOf, opAt, sending, useCan, useWaiting } from '../acting.tsx'
import { Actor, MerchantLink, SiteName } from '../names.tsx'
import { common } from '../words.ts'

type Invoice = Reply<'getFeeInvoice'>

const texts = {
  en: {
    list: 'Fee invoices',
    kinds: { invoice: 'Invoice', creditNote: 'Credit note' },
    credit: 'Credit',
    creditEffect: 'A credit note takes all of it back, and the fees can be invoiced again.',
    because: {
      fee_invoice_credited: 'It is credited already.',
      fee_invoice_is_credit_note: 'It is a credit note itself.',
      fee_invoice_seller_missing: 'No seller is configured who could issue a credit note.',
    } satisfies BecauseOf<Invoice['actions']>,
    pdf: 'PDF',
    lines: 'Lines',
    what: 'For what',
    lineKinds: { percentage: 'Percentage of payments', fixed: 'Fixed fee of payments', returned: 'Fees returned' },
    payments: 'Payments',
    base: 'Of',
    total: 'Total',
    net: 'Net',
    vat: 'VAT',
    month: 'Month',
    issued: 'Issued',
    seller: 'Seller',
    buyer: 'Buyer',
    credits: 'Credits invoice',
    creditedBy: 'Credited by',
  },
  ro: {
    list: 'Facturi de comision',
    kinds: { invoice: 'Factură', creditNote: 'Notă de credit' },
    credit: 'Creditează',
    creditEffect: 'O notă de credit o anulează în întregime, iar comisioanele pot fi facturate din nou.',
    because: {
      fee_invoice_credited: 'Este deja creditată.',
      fee_invoice_is_credit_note: 'Este ea însăși o notă de credit.',
      fee_invoice_seller_missing: 'Nu este configurat un vânzător care să emită o notă de credit.',
    } satisfies BecauseOf<Invoice['actions']>,
    pdf: 'PDF',
    lines: 'Rânduri',
    what: 'Pentru ce',
    lineKinds: { percentage: 'Procent din plăți', fixed: 'Comision fix pe plată', returned: 'Comisioane înapoiate' },
    payments: 'Plăți',
    base: 'Din',
    total: 'Total',
    net: 'Net',
    vat: 'TVA',
    month: 'Luna',
    issued: 'Emisă',
    seller: 'Vânzător',
    buyer: 'Cumpărător',
    credits: 'Creditează factura',
    creditedBy: 'Creditată de',
  },
} satisfies Texts<unknown>

export default function InvoicePage() {
  const t = useTexts(texts)
  const money = useMoney()
  const actions = useInvoiceActions()
  const id = useThingId()
  return (
    <DetailPage<Invoice>
      detailKey={['fee-invoice', id]}
      load={(signal) => bodyOf(api.GET('/fee-invoices/{invoiceId}', { params: { path: { invoiceId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('money', 'invoices') }}
      id={id}
      heading={({ kind, number, total, currency }) => ({
        title: `${t.kinds[kind]} ${number}`,
        tab: `${t.kinds[kind]} ${number} · ${money(total, currency)}`,
        badge: (
          <a className="button" href={`${apiRoot}/fee-invoices/${encodeURIComponent(id)}/pdf`} download>
            {t.pdf}
          </a>
        ),
      })}
      actions={actions}
      main={(invoice) => <Lines invoice={invoice} />}
      side={(invoice) => <About invoice={invoice} />}
    />
  )
}

function useInvoiceActions(): (invoice: Invoice) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const after = useWaiting()
  return ({ id, number, actions }) => [
    {
      name: 'credit',
      label: t.credit,
      ...can(actions.credit, t.because),
      spec: {
        title: `${t.credit}: ${number}`,
        fields: [reason],
        effect: t.creditEffect,
        submit: t.credit,
        isDangerous: true,
        run: (values, key) =>
          bodyOf(api.POST('/fee-invoices/{invoiceId}/credit', sending({ invoiceId: id }, values, key))),
        after,
      },
    },
  ]
}

function Lines({ invoice: { lines, currency, net, vat, vatBasisPoints, total } }: { invoice: Invoice }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const money = (amount: string) => <Money key={amount} amount={amount} currency={currency} />
  return (
    <Panel title={t.lines}>
      <SmallTable
        title={t.lines}
        heads={[t.what, c.site, { end: t.payments }, { end: t.base }, { end: c.amount }]}
        rows={lines.map(({ siteId, kind, basisPoints, payments, base, amount }) => ({
          key: `${siteId} ${kind} ${basisPoints ?? ''} ${base}`,
          cells: [
            `${t.lineKinds[kind]}${basisPoints === undefined ? '' : ` (${basisPoints / 100} %)`}`,
            <SiteName key="site" id={siteId} />,
            payments,
            money(base),
            money(amount),
          ],
        }))}
      />
      <Facts
        of={[
          [t.net, money(net)],
          [`${t.vat} ${vatBasisPoints / 100} %`, money(vat)],
          [t.total, <strong key="total">{money(total)}</strong>],
        ]}
      />
    </Panel>
  )
}

function About({ invoice }: { invoice: Invoice }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const party = ({ name, address, country, vatId }: Invoice['seller']) =>
    [name, address, country, vatId].filter(Boolean).join(', ')
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.merchant, <MerchantLink key="merchant" id={invoice.merchantId} />],
          [t.month, invoice.month],
          [t.issued, <Time key="issued" at={invoice.issuedAt} />],
          [c.by, <Actor key="by" of={invoice.issuedBy} />],
          [t.seller, party(invoice.seller)],
          [t.buyer, party(invoice.buyer)],
          [c.note, invoice.note],
          [t.credits, invoice.credits],
          [t.creditedBy, invoice.creditedBy],
        ]}
      />
    </Panel>
  )
}
