import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { deliveryStatuses } from '../../../parts/delivery-status.tsx'
import { Timeline } from '../../../parts/events.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Link } from '../../../ui/link.tsx'
import { at, merchantScope } from '../../../urls.ts'
import { outcomeWords } from './outcomes.ts'

const texts = {
  en: {
    notifications: 'Notifications',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    reply: 'Last reply of your server',
    took: (ms: number) => `${ms} ms`,
  },
  ro: {
    notifications: 'Notificări',
    attempts: (count: number) => (count === 1 ? '1 încercare' : `${count} încercări`),
    reply: 'Ultimul răspuns al serverului tău',
    took: (ms: number) => `${ms} ms`,
  },
} satisfies Texts<unknown>

type Sent = {
  id: string
  at: string
  status: keyof (typeof deliveryStatuses)['en']
  attempts: number
  url: string
}

/** The notifications to the store about a thing, the newest first, and what its server replied last. */
export function NotificationsPanel({ of, merchantId }: { of: readonly Sent[]; merchantId: string }) {
  const t = useTexts(texts)
  const deliveries = useTexts(deliveryStatuses)
  const [newest] = of
  if (!newest) return null
  return (
    <Timeline
      title={t.notifications}
      of={of.map(({ id, at: moment, status, attempts, url }) => ({
        key: id,
        at: moment,
        what: (
          <>
            <Link to={at(merchantScope(merchantId), 'notifications', id)}>{deliveries[status]}</Link>{' '}
            <span className="soft">{t.attempts(attempts)}</span> <code>{url}</code>
            {id === newest.id && attempts > 0 && <LastReply id={id} />}
          </>
        ),
      }))}
    />
  )
}

/** Enough of an error page to see what it is; its own page has more. */
const replyShownMax = 300

function LastReply({ id }: { id: string }) {
  const t = useTexts(texts)
  const outcomes: Readonly<Record<string, string>> = useTexts(outcomeWords)
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['notification', id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/notifications/{notificationId}', { params: { path: { notificationId: idIn(id) } }, signal })),
    enabled: may('notifications:read'),
  })
  const last = data?.deliveries.at(-1)
  if (!last) return null
  const { outcome, httpStatus, reply, tookMs, at: moment } = last
  return (
    <div className="stack">
      <span>
        {t.reply}:{' '}
        <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>
          {httpStatus === undefined ? (outcomes[outcome] ?? outcome) : `HTTP ${httpStatus}`}
        </Badge>{' '}
        <span className="meta">
          <Time at={moment} /> · {t.took(tookMs)}
        </span>
      </span>
      {reply && outcome !== 'delivered' && <CodeBlock text={reply.slice(0, replyShownMax)} />}
    </div>
  )
}

/** The notifications of an order, the newest first; the list that the server has by order. */
export function useNotificationsOfOrder(orderId: string) {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['notifications', 'order', orderId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/notifications', { params: { query: { orderId: idIn(orderId), size: 20 } }, signal })),
    enabled: may('notifications:read'),
  })
  return (data?.data ?? []).map(({ createdAt, ...one }) => ({ ...one, at: createdAt }))
}
