import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { DeliveryStatus } from '../../../parts/delivery-status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { readable } from '../../../ui/json-text.ts'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at } from '../../../urls.ts'
import { useReplayOne } from '../../common/replay.tsx'
import { SentRequestPanel } from '../../common/sent-request.tsx'
import { outcomeWords } from './outcomes.ts'

const texts = {
  en: {
    title: 'Notifications',
    one: 'Notification',
    body: 'What was sent',
    attempts: 'Attempts',
    attempt: 'Attempt',
    facts: 'Details',
    url: 'Address',
    payment: 'Payment',
    order: 'Order',
    delivered: 'Delivered',
    next: 'Next try',
    none: 'Nothing was sent yet.',
    onlyOk: 'A reply of 200 counts with the body “OK” alone.',
    command:
      'It sends the same message to the same address, encrypted anew with the key that your store opens it with, as every delivery is: the bytes are not those that were sent, the message is. It has no other signature.',
  },
  ro: {
    title: 'Notificări',
    one: 'Notificarea',
    body: 'Ce s-a trimis',
    attempts: 'Încercări',
    attempt: 'Încercarea',
    facts: 'Detalii',
    url: 'Adresa',
    payment: 'Plata',
    order: 'Comanda',
    delivered: 'Livrată',
    next: 'Următoarea încercare',
    none: 'Încă nu s-a trimis nimic.',
    onlyOk: 'Un răspuns 200 contează doar cu textul „OK”.',
    command:
      'Trimite același mesaj la aceeași adresă, criptat din nou cu cheia cu care îl deschide magazinul, ca la fiecare livrare: octeții nu sunt cei trimiși atunci, mesajul este același. Nu are altă semnătură.',
  },
} satisfies Texts<unknown>

type Notification = Reply<'getNotification'>

/** Stores reply OK; what is longer is an error page, and its beginning says what is wrong. */
const replyShownMax = 2_048

export default function NotificationPage() {
  const t = useTexts(texts)
  const outcomes: Readonly<Record<string, string>> = useTexts(outcomeWords)
  const replay = useReplayOne()
  const id = useThingId()
  const { scope } = useScope()
  return (
    <DetailPage<Notification>
      detailKey={['notification', id]}
      load={(signal) =>
        bodyOf(api.GET('/notifications/{notificationId}', { params: { path: { notificationId: idIn(id) } }, signal }))
      }
      parent={{ title: t.title, to: at(scope, 'notifications') }}
      id={id}
      heading={({ status }) => ({
        title: `${t.one} ${id}`,
        tab: `${t.one} ${id}`,
        badge: <DeliveryStatus status={status} />,
      })}
      actions={() => [replay(id)]}
      main={({ deliveries, body }) => (
        <>
          <Panel title={t.attempts}>
            {deliveries.length === 0 && <p className="soft">{t.none}</p>}
            {deliveries.toReversed().map(({ attempt, at: moment, outcome, httpStatus, reply, tookMs }) => (
              <section key={attempt} className="stack" aria-label={`${t.attempt} ${attempt}`}>
                <p>
                  <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>
                    {httpStatus === undefined ? (outcomes[outcome] ?? outcome) : `HTTP ${httpStatus}`}
                  </Badge>{' '}
                  <Time at={moment} /> · {tookMs} ms
                </p>
                {outcome === 'refused' && httpStatus === 200 && <p className="soft">{t.onlyOk}</p>}
                {reply && <CodeBlock text={reply.slice(0, replyShownMax)} />}
              </section>
            ))}
          </Panel>
          <Panel title={t.body}>
            <CodeBlock text={readable(body)} />
          </Panel>
          <SentRequestPanel
            queryKey={['notification', id]}
            load={(signal) =>
              bodyOf(
                api.GET('/notifications/{notificationId}/request', {
                  params: { path: { notificationId: idIn(id) } },
                  signal,
                }),
              )
            }
            needs="notifications:replay"
            about={t.command}
          />
        </>
      )}
      side={({ url, paymentId, orderId, deliveredAt, nextAt }) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [t.url, <code key="url">{url}</code>],
              [
                t.payment,
                <Link key="payment" to={at(scope, 'payments', paymentId)}>
                  {paymentId}
                </Link>,
              ],
              [
                t.order,
                <Link key="order" to={at(scope, 'orders', orderId)}>
                  {orderId}
                </Link>,
              ],
              [t.delivered, deliveredAt && <Time at={deliveredAt} />],
              [t.next, nextAt && <Time at={nextAt} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}
