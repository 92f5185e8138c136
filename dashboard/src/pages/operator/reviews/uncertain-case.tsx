import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { QueueLine } from '../../../parts/queue.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { PaymentDetail } from '../../merchant/payments/detail.tsx'
import { opAt } from '../acting.tsx'

const texts = {
  en: { list: 'Uncertain' },
  ro: { list: 'Nesigure' },
} satisfies Texts<unknown>

/** One payment whose outcome is not known, with everything that is known of it, and the way to the next one. */
export default function UncertainCase() {
  const t = useTexts(texts)
  const id = useThingId()
  return (
    <>
      <QueueLine
        queueKey={['payments', 'unresolved', 'queue']}
        id={id}
        to={(next) => opAt('reviews', 'uncertain', next)}
        load={async (signal) => {
          const query = { size: 100 }
          const { data, total } = await bodyOf(api.GET('/payments/unresolved', { params: { query }, signal }))
          return { waiting: data.map((one) => ({ id: one.id, since: one.pending?.since ?? one.createdAt })), total }
        }}
      />
      <PaymentDetail parent={{ title: t.list, to: opAt('reviews', 'uncertain') }} />
    </>
  )
}
