import { api, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type BulkAction, type Column, ListPage, type MatchingAction } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { sending, useGate } from '../../common/acting.tsx'
import { Replayed, useReplay } from '../../common/replay.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { events } from '../statuses.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Webhook events',
    about:
      'What your server was notified of, the newest first. Parked ones failed every attempt and wait for a replay.',
    event: 'Event',
    attempts: 'Attempts',
    tries: { one: '# attempt', other: '# attempts' },
    empty: 'No events',
    hint: 'Each change of a customer, a card, a topup or a transaction makes an event.',
    replay: 'Replay all parked',
    replayEffect: 'Each is sent again with the same event id and a new delivery id.',
    since: 'Since',
    sinceHint: 'Made on this day, UTC, or later. Left empty: all.',
  },
  ro: {
    title: 'Evenimente webhook',
    about:
      'Ce a aflat serverul tău, cele mai noi întâi. Cele oprite au eșuat de fiecare dată și așteaptă retrimiterea.',
    event: 'Eveniment',
    attempts: 'Încercări',
    tries: { one: '# încercare', few: '# încercări', other: '# de încercări' },
    empty: 'Niciun eveniment',
    hint: 'Fiecare schimbare a unui client, card, a unei alimentări sau tranzacții face un eveniment.',
    replay: 'Retrimite toate cele oprite',
    replayEffect: 'Fiecare se trimite din nou, cu același id de eveniment și un id nou de livrare.',
    since: 'De la',
    sinceHint: 'Făcute în această zi, UTC, sau mai târziu. Lăsat gol: toate.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listPartnerEvents'>

export default function Events() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { language } = useLanguage()
  const statuses = useTexts(events.texts)
  const { partnerId, to } = usePartner()
  const replaying = useReplaying()
  const columns: Column<Row>[] = [
    { name: 'event', title: t.event, inFile: ['event_type'], cell: ({ eventType }) => eventType, phone: 'first' },
    { name: 'status', title: c.status, cell: ({ status }) => <events.Status status={status} /> },
    {
      name: 'attempts',
      title: t.attempts,
      cell: ({ attempts }) => plural(language, attempts, t.tries),
      isEnd: true,
      phone: 'never',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['events', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'type', label: t.event, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/events', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('events', partnerId)}
      to={({ eventId }) => to('webhooks', 'events', eventId)}
      {...replaying}
      actions={<ReplayParked />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** Of the rows that are selected, one after the other; of all that match, by the server. */
function useReplaying(): { bulk: readonly BulkAction<Row>[]; matching: readonly MatchingAction[] } {
  const replay = useReplay('webhooks:replay')
  const { partnerId, to } = usePartner()
  return {
    bulk: [
      {
        ...replay.these,
        run: ({ eventId }, values, key) =>
          bodyOf(
            api.POST('/partners/{partnerId}/events/{eventId}/replay', sending({ partnerId, eventId }, values, key)),
          ),
      },
    ],
    matching: [
      {
        ...replay.matching,
        run: ({ sort: _, ...query }, asOf, { reason: why = '' }) =>
          bodyOf(
            api.POST('/partners/{partnerId}/events/replay-matching', {
              params: { path: { partnerId } },
              // A choice of several is text in the address and here.
              body: { ...query, ...(asOf && { asOf }), reason: why } as never,
            }),
          ),
        after: (reply) => (
          <Replayed
            count={(reply as Reply<'replayMatchingPartnerEvents'>).replayed}
            to={withSearch(to('webhooks', 'events'), { status: 'waiting' })}
          />
        ),
      },
    ],
  }
}

function ReplayParked() {
  const t = useTexts(texts)
  const gate = useGate()
  const { reason } = useReplay('webhooks:replay')
  const { partnerId, to } = usePartner()
  return (
    <ActionButton
      action={{
        name: 'replay',
        label: t.replay,
        shortcut: 'n',
        ...gate('webhooks:replay'),
        spec: {
          title: t.replay,
          fields: [{ name: 'since', label: t.since, kind: 'date', hint: t.sinceHint }, reason],
          effect: t.replayEffect,
          submit: t.replay,
          run: ({ since, reason: why }, key) =>
            bodyOf(
              api.POST(
                '/partners/{partnerId}/events/replay',
                sending({ partnerId }, { reason: why, ...(since && { since }) }, key),
              ),
            ),
          after: (result) => (
            <Replayed
              count={(result as { replayed: number }).replayed}
              to={withSearch(to('webhooks', 'events'), { status: 'waiting' })}
            />
          ),
        },
      }}
    />
  )
}
