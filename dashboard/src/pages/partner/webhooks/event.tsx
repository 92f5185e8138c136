import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { type BecauseOf, sending, useCan } from '../../common/acting.tsx'
import { useReplay } from '../../common/replay.tsx'
import { SentRequest } from '../../common/sent-request.tsx'
import { useId, usePartner } from '../partner.ts'
import { events } from '../statuses.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Webhook events',
    body: 'Body',
    copy: 'Copy the body',
    deliveries: 'Deliveries',
    none: 'It was not sent yet.',
    command:
      'The body has the very bytes that were sent. Signatures are not stored: this one is made again with the key that signs now, and is the same unless another key signed then.',
    delivery: 'Delivery id',
    url: 'Sent to',
    reply: 'Reply',
    noReply: 'No reply',
    took: 'Took',
    when: 'When',
    delivered: 'Delivered',
    next: 'Next attempt',
    replay: 'Replay',
    replayEffect: 'It is sent again now, with the same event id and a new delivery id.',
    park: 'Park',
    parkEffect: 'It is not sent any more, until somebody replays it.',
    because: {
      event_not_waiting: 'Only an event that waits to be sent can be parked.',
      event_pending: 'It waits to be sent already.',
    } satisfies BecauseOf<Shown['actions']>,
    sentence: {
      waiting: 'It waits to be sent.',
      delivered: 'Your server has accepted it.',
      parked: 'It is not sent any more. Repair your server, then replay it.',
      unsent: 'There was no address to send it to. Set one, then replay it.',
    },
  },
  ro: {
    title: 'Evenimente webhook',
    body: 'Conținut',
    copy: 'Copiază conținutul',
    deliveries: 'Livrări',
    none: 'Încă nu s-a trimis.',
    command:
      'Conținutul are exact octeții trimiși. Semnăturile nu se păstrează: aceasta se face din nou cu cheia care semnează acum și este aceeași, dacă atunci nu semna altă cheie.',
    delivery: 'Id-ul livrării',
    url: 'Trimis la',
    reply: 'Răspuns',
    noReply: 'Niciun răspuns',
    took: 'A durat',
    when: 'Când',
    delivered: 'Livrat',
    next: 'Următoarea încercare',
    replay: 'Retrimite',
    replayEffect: 'Se trimite din nou acum, cu același id de eveniment și un id nou de livrare.',
    park: 'Oprește',
    parkEffect: 'Nu se mai trimite până când cineva îl retrimite.',
    because: {
      event_not_waiting: 'Doar un eveniment care așteaptă trimiterea poate fi oprit.',
      event_pending: 'Așteaptă deja să fie trimis.',
    } satisfies BecauseOf<Shown['actions']>,
    sentence: {
      waiting: 'Așteaptă să fie trimis.',
      delivered: 'Serverul tău l-a acceptat.',
      parked: 'Nu se mai trimite. Repară serverul, apoi retrimite-l.',
      unsent: 'Nu era nicio adresă la care să fie trimis. Pune una, apoi retrimite-l.',
    },
  },
} satisfies Texts<unknown>

type Shown = Reply<'getPartnerEvent'>

export default function EventPage() {
  const t = useTexts(texts)
  const id = useId()
  const { partnerId, to } = usePartner()
  const actions = useActions()
  return (
    <DetailPage<Shown>
      detailKey={['events', partnerId, 'one', id]}
      load={(signal) =>
        bodyOf(
          api.GET('/partners/{partnerId}/events/{eventId}', { params: { path: { partnerId, eventId: id } }, signal }),
        )
      }
      parent={{ title: t.title, to: to('webhooks', 'events') }}
      id={id}
      heading={({ event: { eventType }, status }) => ({
        title: eventType,
        tab: eventType,
        badge: <events.Status status={status} />,
        sentence: t.sentence[status],
      })}
      actions={actions}
      main={(shown) => (
        <>
          <Deliveries of={shown} />
          <Body of={shown} />
        </>
      )}
      side={(shown) => <About of={shown} />}
    />
  )
}

function useActions(): (shown: Shown) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const replay = useReplay('webhooks:replay')
  const eventId = useId()
  const { partnerId } = usePartner()
  const path = { partnerId, eventId }
  return ({ actions }) => [
    {
      name: 'replay',
      label: t.replay,
      look: 'main',
      shortcut: 'n',
      ...can(actions.replay, t.because),
      spec: {
        title: t.replay,
        fields: [replay.reason],
        effect: t.replayEffect,
        submit: t.replay,
        run: (values, key) =>
          bodyOf(api.POST('/partners/{partnerId}/events/{eventId}/replay', sending(path, values, key))),
      },
    },
    {
      name: 'park',
      label: t.park,
      ...can(actions.park, t.because),
      spec: {
        title: t.park,
        fields: [reason],
        effect: t.parkEffect,
        submit: t.park,
        isDangerous: true,
        run: (values, key) =>
          bodyOf(api.POST('/partners/{partnerId}/events/{eventId}/park', sending(path, values, key))),
      },
    },
  ]
}

function Deliveries({ of: { attempts, event } }: { of: Shown }) {
  const t = useTexts(texts)
  const { partnerId } = usePartner()
  return (
    <Panel title={t.deliveries}>
      {attempts.length === 0 && <p className="soft">{t.none}</p>}
      {attempts.map(({ deliveryId, url, outcome, httpStatus, response, tookMs, attemptedAt }) => (
        <section key={deliveryId} className="stack" aria-label={deliveryId}>
          <p>
            <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>
              {httpStatus === undefined ? t.noReply : `HTTP ${httpStatus}`}
            </Badge>{' '}
            <Time at={attemptedAt} />
          </p>
          <Facts
            of={[
              [t.url, url && <code>{url}</code>],
              [t.took, `${tookMs} ms`],
              [t.delivery, <code key="id">{deliveryId}</code>],
            ]}
          />
          {response && <CodeBlock text={response} />}
          {url && (
            <SentRequest
              queryKey={['events', partnerId, 'one', event.eventId, deliveryId]}
              load={(signal) =>
                bodyOf(
                  api.GET('/partners/{partnerId}/events/{eventId}/deliveries/{deliveryId}', {
                    params: { path: { partnerId, eventId: event.eventId, deliveryId } },
                    signal,
                  }),
                )
              }
              needs="webhooks:replay"
              about={t.command}
            />
          )}
        </section>
      ))}
    </Panel>
  )
}

function Body({ of: { event } }: { of: Shown }) {
  const t = useTexts(texts)
  const text = JSON.stringify(event, null, 2)
  return (
    <Panel title={t.body} actions={<CopyButton text={text}>{t.copy}</CopyButton>}>
      <CodeBlock text={text} />
    </Panel>
  )
}

function About({ of: { event, createdAt, deliveredAt, nextAttemptAt } }: { of: Shown }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { to } = usePartner()
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.kind, <code key="type">{event.eventType}</code>],
          [
            c.customer,
            <Link key="c" to={to('customers', event.customerId)}>
              {event.customerId}
            </Link>,
          ],
          [c.created, <Time key="created" at={createdAt} />],
          [t.delivered, deliveredAt && <Time at={deliveredAt} />],
          [t.next, nextAttemptAt && <Time at={nextAttemptAt} />],
        ]}
      />
    </Panel>
  )
}
