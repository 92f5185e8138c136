import { useInfiniteQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { plural, type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { sending, useGate } from '../../common/acting.tsx'
import { usePartner } from '../partner.ts'
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
    everyStatus: 'All',
    more: 'Older events',
    empty: 'No events',
    hint: 'Each change of a customer, a card, a topup or a transaction makes an event.',
    replay: 'Replay all parked',
    replayEffect: 'Each is sent again with the same event id and a new delivery id.',
    replayed: (count: number) => `Events to be sent again: ${count}.`,
    since: 'Since',
    sinceHint: 'Such as 2026-11-01T00:00:00Z. Left empty: all.',
  },
  ro: {
    title: 'Evenimente webhook',
    about:
      'Ce a aflat serverul tău, cele mai noi întâi. Cele oprite au eșuat de fiecare dată și așteaptă retrimiterea.',
    event: 'Eveniment',
    attempts: 'Încercări',
    tries: { one: '# încercare', few: '# încercări', other: '# de încercări' },
    everyStatus: 'Toate',
    more: 'Evenimente mai vechi',
    empty: 'Niciun eveniment',
    hint: 'Fiecare schimbare a unui client, card, a unei alimentări sau tranzacții face un eveniment.',
    replay: 'Retrimite toate cele oprite',
    replayEffect: 'Fiecare se trimite din nou, cu același id de eveniment și un id nou de livrare.',
    replayed: (count: number) => `Evenimente de retrimis: ${count}.`,
    since: 'De la',
    sinceHint: 'De exemplu 2026-11-01T00:00:00Z. Lăsat gol: toate.',
  },
} satisfies Texts<unknown>

/** Events are paged by number: a page begins where the one before has ended. */
export default function Events() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { language } = useLanguage()
  useTitle(t.title)
  const statuses = useTexts(events.texts)
  const { partnerId, to } = usePartner()
  const zone = useZoneName()
  const [{ status = '' }, change] = useSearch()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['events', partnerId, status],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const query = { size: 50, ...(status && { status }), ...(pageParam && { before: pageParam }) } as never
      return bodyOf(api.GET('/partners/{partnerId}/events', { params: { path: { partnerId }, query }, signal }))
    },
    getNextPageParam: ({ data: page, hasMore }) => (hasMore ? page.at(-1)?.number : undefined),
  })
  const rows = data?.pages.flatMap((page) => page.data)
  return (
    <>
      <div className="head">
        <div>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <div className="actions">
          <ReplayParked />
        </div>
      </div>
      <search className="filters">
        <Field
          name="status"
          label={c.status}
          kind="choice"
          options={[{ value: '', label: t.everyStatus }, ...optionsOf(statuses)]}
          value={status}
          onChange={(value) => change({ status: value })}
        />
      </search>
      {error && !rows ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <Loading lines={8} />
      ) : rows.length === 0 ? (
        <div className="panel">
          <Empty title={t.empty}>
            <p className="soft">{t.hint}</p>
          </Empty>
        </div>
      ) : (
        <div className="panel rows">
          <SmallTable
            title={t.title}
            heads={[t.event, c.status, { end: t.attempts }, c.customer, `${c.created} (${zone})`]}
            rows={rows.map(({ eventId, eventType, customerId, attempts, createdAt, ...event }) => ({
              key: eventId,
              cells: [
                <Link key="event" to={to('webhooks', 'events', eventId)}>
                  {eventType}
                </Link>,
                <events.Status key="status" status={event.status} />,
                plural(language, attempts, t.tries),
                <code key="customer">{customerId}</code>,
                <Time key="created" at={createdAt} />,
              ],
            }))}
          />
        </div>
      )}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </>
  )
}

function ReplayParked() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  const { partnerId } = usePartner()
  return (
    <ActionButton
      action={{
        name: 'replay',
        label: t.replay,
        shortcut: 'n',
        ...gate('webhooks:replay'),
        spec: {
          title: t.replay,
          fields: [{ name: 'since', label: t.since, hint: t.sinceHint }, reason],
          effect: t.replayEffect,
          submit: t.replay,
          run: ({ since, reason: why }, key) =>
            bodyOf(
              api.POST(
                '/partners/{partnerId}/events/replay',
                sending({ partnerId }, { reason: why, ...(since && { since }) }, key),
              ),
            ),
          after: (result) => <p>{t.replayed((result as { replayed: number }).replayed)}</p>,
        },
      }}
    />
  )
}
