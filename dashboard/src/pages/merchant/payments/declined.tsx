import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { declineAdvice } from '../../../parts/decline-advice.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import type { Payment } from './detail.tsx'

const texts = {
  en: {
    tell: (sentence: string) => `Tell the customer: “${sentence}”`,
    store: 'You can',
    again: 'Florin tries it again on',
    never:
      'Florin does not try it again: the bank of the card forbids it, and the rules of the card networks follow the bank.',
    ended: 'Florin does not try it again: the subscription has ended.',
    notAgain: 'Florin does not try it again by itself.',
  },
  ro: {
    tell: (sentence: string) => `Spune-i clientului: „${sentence}”`,
    store: 'Poți',
    again: 'Florin încearcă din nou pe',
    never: 'Florin nu mai încearcă: banca acestui card o interzice, iar regulile rețelelor de carduri urmează banca.',
    ended: 'Florin nu mai încearcă: abonamentul s-a încheiat.',
    notAgain: 'Florin nu mai încearcă de la sine.',
  },
} satisfies Texts<unknown>

/** Why it was declined, what to tell the customer, what the store can do, and whether it is tried again. */
export function Declined({ payment }: { payment: Payment }) {
  const t = useTexts(texts)
  const advice = useTexts(declineAdvice)
  const { status, declineReason } = payment
  const known = declineReason && advice[declineReason]
  if (status !== 'failed' || !known) return null
  return (
    <div className="notice bad">
      <strong>{known.happened}</strong>
      <span>{t.tell(known.customer)}</span>
      <span>
        {t.store}: {known.store}
      </span>
      <Again payment={payment} />
    </div>
  )
}

/** Only what a schedule has billed is tried again, and only while its order says when. */
function Again({ payment: { orderId, initiator, declineAdvice: advised } }: { payment: Payment }) {
  const t = useTexts(texts)
  const may = useMay()
  const isBilled = initiator === 'mit'
  const { data, isLoading } = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/orders/{orderId}', { params: { path: { orderId: idIn(orderId) } }, signal })),
    enabled: isBilled && may('orders:read'),
  })
  if (isLoading) return null
  const next = data?.next.find(({ isDebt }) => isDebt)?.retries[0]
  if (next)
    return (
      <span>
        {t.again} <Time at={next} how="weekday" />.
      </span>
    )
  if (advised === 'do_not_retry') return <span>{t.never}</span>
  return <span>{data?.endReason ? t.ended : t.notAgain}</span>
}
