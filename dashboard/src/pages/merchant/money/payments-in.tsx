import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Payments in it',
    none: 'No payment is in it: it pays what was held or left over before.',
    payment: 'Payment',
    status: 'Status',
    when: 'Made',
    amount: 'Amount',
    net: 'Net',
    page: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    newer: 'Earlier in the list',
    older: 'Further in the list',
  },
  ro: {
    title: 'Plățile din el',
    none: 'Nu conține nicio plată: plătește ce a fost reținut sau a rămas dinainte.',
    payment: 'Plata',
    status: 'Stare',
    when: 'Făcută',
    amount: 'Suma',
    net: 'Net',
    page: (from: string, to: string, total: string) => `${from}–${to} din ${total}`,
    newer: 'Înapoi în listă',
    older: 'Mai departe în listă',
  },
} satisfies Texts<unknown>

const size = 20

/** The payments whose money a payout brings, and what was taken off it. */
export function PaymentsIn({ payoutId }: { payoutId: string }) {
  const t = useTexts(texts)
  const { scope } = useScope()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['payout', payoutId, 'payments', page],
    queryFn: ({ signal }) => {
      const params = { path: { payoutId: Number(payoutId) }, query: { page, size } }
      return bodyOf(api.GET('/merchant-payouts/{payoutId}/payments', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const number = new Intl.NumberFormat(language)
  const last = Math.min(page * size, data.total)
  return (
    <Panel title={t.title}>
      {data.total === 0 && <p className="soft">{t.none}</p>}
      {data.total > 0 && (
        <SmallTable
          title={t.title}
          heads={[t.payment, t.status, t.when, { end: t.amount }, { end: t.net }]}
          rows={data.data.map(({ id, status, declineReason, createdAt, amount, net, currency }) => ({
            key: id,
            cells: [
              <Link key="id" to={at(scope, 'payments', id)}>
                {id}
              </Link>,
              <PaymentStatus key="status" status={status} reason={declineReason} />,
              <Time key="at" at={createdAt} />,
              <Money key="amount" amount={amount} currency={currency} />,
              net !== undefined && <Money key="net" amount={net} currency={currency} />,
            ],
          }))}
        />
      )}
      {data.total > size && (
        <div className="actions">
          <span className="meta">
            {t.page(number.format((page - 1) * size + 1), number.format(last), number.format(data.total))}
          </span>
          {page > 1 && <Button onPress={() => setPage(page - 1)}>{t.newer}</Button>}
          {last < data.total && <Button onPress={() => setPage(page + 1)}>{t.older}</Button>}
        </div>
      )}
    </Panel>
  )
}
