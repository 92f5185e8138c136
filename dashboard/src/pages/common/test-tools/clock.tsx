import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { formatTime, Time, useZone, useZoneName } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useOffline } from '../../../ui/offline.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useGate } from '../acting.tsx'
import { type Move, Moved, moveClock } from './move-clock.tsx'

const texts = {
  en: {
    title: 'Clock',
    about:
      'Everything in this installation obeys one clock: bills, retries, expiry, batches, for everybody. It does not go back, except by a reset.',
    now: 'Now',
    paused: 'Paused',
    next: 'Next due',
    nothing: 'Nothing is due.',
    move: 'Move it',
    hour: '+ 1 hour',
    day: '+ 1 day',
    week: '+ 1 week',
    month: '+ 1 month',
    toNext: 'To the next due thing',
    pause: 'Pause',
    resume: 'Resume',
    reset: "Back to the machine's time",
    reason: 'A test, from the dashboard.',
    busy: 'What falls due on the way is done, each thing at its own time.',
  },
  ro: {
    title: 'Ceas',
    about:
      'Totul în această instalare ascultă de un singur ceas: facturări, reîncercări, expirări, loturi, pentru toți. Nu merge înapoi decât la resetare.',
    now: 'Acum',
    paused: 'Oprit',
    next: 'Următoarea scadență',
    nothing: 'Nimic nu este scadent.',
    move: 'Mută-l',
    hour: '+ 1 oră',
    day: '+ 1 zi',
    week: '+ 1 săptămână',
    month: '+ 1 lună',
    toNext: 'La următoarea scadență',
    pause: 'Oprește',
    resume: 'Pornește',
    reset: 'Înapoi la ora mașinii',
    reason: 'Un test, din panou.',
    busy: 'Ce ajunge la scadență pe drum se face, fiecare la timpul lui.',
  },
} satisfies Texts<unknown>

type Clock = Reply<'getClock'>

/** The one clock of a test installation, and the buttons that one needs most. */
export default function ClockPage() {
  const t = useTexts(texts)
  useTitle(t.title)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['clock'],
    queryFn: ({ signal }) => bodyOf(api.GET('/clock', { signal })),
  })
  const { mutate, ...moving } = useMutation({
    mutationFn: (move: Move) => moveClock(move, t.reason),
    onSuccess: () => queries.invalidateQueries(),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <h1>{t.title}</h1>
      <p className="soft">{t.about}</p>
      <Now clock={data} />
      <Moves clock={data} isPending={moving.isPending} onMove={mutate} />
      {moving.error && <ErrorPanel error={moving.error} />}
      {moving.data && <Moved clock={moving.data} />}
    </>
  )
}

function Now({ clock: { now, paused, nextDueAt } }: { clock: Clock }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { zone } = useZone()
  const zoneName = useZoneName()
  return (
    <Panel title={`${t.now} (${zoneName})`} actions={paused && <Badge tone="wait">{t.paused}</Badge>}>
      <p className="figure">{formatTime(language, zone, now, 'minute')}</p>
      <Facts of={[[t.next, nextDueAt ? <Time key="next" at={nextDueAt} /> : t.nothing]]} />
    </Panel>
  )
}

type MovesProps = { clock: Clock; isPending: boolean; onMove(move: Move): void }

function Moves({ clock: { paused, nextDueAt }, isPending, onMove }: MovesProps) {
  const t = useTexts(texts)
  const gate = useGate()('clock:change')
  const offline = useOffline()
  const whyNot = gate.whyNot ?? offline
  const button = (label: string, move: Move, none?: string) => (
    <Button
      key={label}
      isPending={isPending}
      whyNot={whyNot ?? none}
      onPress={() => onMove(move)}
      {...(move.how === 'next' && { look: 'main' as const })}
    >
      {label}
    </Button>
  )
  return (
    <Panel title={t.move}>
      <div className="actions">
        {button(t.toNext, { how: 'next' }, nextDueAt ? undefined : t.nothing)}
        {button(t.hour, { how: 'run', by: 'PT1H' })}
        {button(t.day, { how: 'run', by: 'P1D' })}
        {button(t.week, { how: 'run', by: 'P7D' })}
        {button(t.month, { how: 'run', by: 'P1M' })}
        {paused ? button(t.resume, { how: 'resume' }) : button(t.pause, { how: 'pause' })}
        {button(t.reset, { how: 'reset' })}
      </div>
      <p className="soft">{t.busy}</p>
    </Panel>
  )
}
