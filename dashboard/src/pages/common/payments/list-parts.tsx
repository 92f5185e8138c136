import type { Entry } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { brandOptions, cardName, walletNames } from '../../../parts/brand.ts'
import { Email } from '../../../parts/email.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { declines, PaymentStatus, paymentWords } from '../../../parts/payment-status.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import type { Column, Filter, Need } from '../../../ui/list-page.tsx'
import { SiteName } from '../names.tsx'
import { kindWords, listWords, storeStatusWords } from './list-words.ts'

export type PaymentRow = Entry<'listPayments'>

/** The columns that all lists of payments have. Amounts are sorted in one currency. */
export function usePaymentColumns(inCurrency: Need) {
  const t = useTexts(listWords)
  const kinds = useTexts(kindWords)
  return {
    amount: {
      name: 'amount',
      title: t.amount,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      phone: 'first',
      sort: 'amount',
      sortNeeds: inCurrency,
    },
    status: {
      name: 'status',
      title: t.status,
      cell: ({ status, declineReason, type }) => (
        <>
          <PaymentStatus status={status} reason={declineReason} />
          {type !== 'deposit' && <div className="meta">{kinds[type]}</div>}
        </>
      ),
    },
    customer: {
      name: 'customer',
      title: t.customer,
      inFile: ['customer_email'],
      cell: ({ customerEmail, customerName, customerId }) => (
        <Email of={customerEmail ?? customerName ?? String(customerId)} />
      ),
      phone: 'second',
    },
    card: {
      name: 'card',
      title: t.card,
      inFile: ['brand', 'card'],
      cell: ({ brand, card }) => <span className="number">{cardName({ brand, card })}</span>,
      phone: 'second',
    },
    method: {
      name: 'method',
      title: t.method,
      cell: ({ wallet }) => <span className="number">{wallet ? walletNames[wallet] : t.methods.card}</span>,
      phone: 'second',
    },
    site: { name: 'site', title: t.site, cell: ({ siteId }) => <SiteName id={siteId} />, phone: 'never' },
    created: useCreatedColumn<PaymentRow>(t.created),
  } satisfies Readonly<Record<string, Column<PaymentRow>>>
}

const several = { kind: 'choice', isSeveral: true, hasNot: true } as const

/** The filters that all lists of payments have: those of whose they are come before, those of the amounts between. */
export function usePaymentFilters(amounts: readonly Filter[]): readonly Filter[] {
  const t = useTexts(listWords)
  const kinds = useTexts(kindWords)
  const reasons = useTexts(declines)
  return [
    { name: 'status', label: t.status, ...several, options: useStatusOptions() },
    severalFilter('type', t.type, kinds),
    createdFilter(t.created),
    ...amounts,
    { name: 'customer', label: t.customer, kind: 'text' },
    { name: 'last4', label: t.last4, kind: 'text' },
    { name: 'brand', label: t.brand, kind: 'choice', isSeveral: true, options: brandOptions },
    severalFilter('method', t.method, { ...t.methods, ...walletNames }),
    severalFilter('reason', t.reason, reasons),
    { name: 'initiator', label: t.initiator, kind: 'choice', options: optionsOf(t.initiators) },
    { name: 'link', label: t.link, kind: 'text' },
    { name: 'text', label: t.text, kind: 'text' },
  ]
}

/** Ours are offered; those of the store are understood. What is both means what the store means by it. */
function useStatusOptions() {
  const { reversing, ...words } = useTexts(paymentWords)
  const stores = useTexts(storeStatusWords)
  return [
    ...optionsOf({ ...words, uncertain: stores.uncertain }),
    ...optionsOf({ ...stores, reversing }).flatMap((option) =>
      option.value in words ? [] : [{ ...option, isUnlisted: true }],
    ),
  ]
}
