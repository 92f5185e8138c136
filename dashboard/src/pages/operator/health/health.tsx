import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { ConnectorsPanel } from './connectors.tsx'
import { Needs } from './needs.tsx'
import { UncertainPanel } from './uncertain.tsx'
import { DuePanel, ParkedPanel } from './waiting.tsx'

export type Health = Reply<'getHealth'>

const texts = {
  en: {
    title: 'Health',
    asOf: 'As of',
    fine: 'No connector fails, and no money is uncertain.',
    failing: (ids: string) => `${ids} fails since`,
    paused: (ids: string) => `Paused: ${ids}.`,
    held: 'Renewals, payouts and retries are held, because the database was restored. Compare what is lost, then: florin resume.',
    uncertain: 'The outcome of some payments is not known, the oldest since',
  },
  ro: {
    title: 'Stare',
    asOf: 'La',
    fine: 'Niciun conector nu are probleme și rezultatul fiecărei sume este cunoscut.',
    failing: (ids: string) => `${ids} nu mai reușește din`,
    paused: (ids: string) => `În pauză: ${ids}.`,
    held: 'Reînnoirile, viramentele și reîncercările sunt oprite, pentru că baza de date a fost restaurată. Comparați ce s-a pierdut, apoi: florin resume.',
    uncertain: 'Rezultatul unor plăți nu este cunoscut, cel mai vechi din',
  },
} satisfies Texts<unknown>

/** The home of the operator: what fails since when, how much money is uncertain, and what waits. */
export default function HealthPage() {
  const t = useTexts(texts)
  const may = useMay()
  const zone = useZoneName()
  useTitle(t.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => bodyOf(api.GET('/platform/health', { signal })),
    refetchInterval: 15_000,
    enabled: may('health:read'),
  })
  return (
    <>
      <div>
        <h1>{t.title}</h1>
        {data && (
          <p className="meta">
            {t.asOf} <Time at={data.at} /> ({zone})
          </p>
        )}
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Sentence of={data} />
          <UncertainPanel of={data} />
          <ConnectorsPanel of={data} />
          <Needs />
          <DuePanel of={data} />
          <ParkedPanel of={data} />
        </>
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

/** What is true now, before anything else. */
function Sentence({ of: { connectors, held, uncertain } }: { of: Health }) {
  const t = useTexts(texts)
  const failing = connectors.filter(({ failsSince }) => failsSince !== undefined)
  const paused = connectors.filter(({ paused }) => paused)
  const since = failing.map(({ failsSince }) => failsSince!).toSorted()[0]
  const oldest = uncertain.map(({ oldestAt }) => oldestAt).toSorted()[0]
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join(', ')
  if (!since && !oldest && !held && paused.length === 0)
    return (
      <div className="notice good">
        <strong>{t.fine}</strong>
      </div>
    )
  return (
    <div className={`notice ${since || held ? 'bad' : 'wait'}`}>
      {held && <strong>{t.held}</strong>}
      {since && (
        <strong>
          {t.failing(ids(failing))} <Time at={since} />.
        </strong>
      )}
      {oldest && (
        <span>
          {t.uncertain} <Time at={oldest} />.
        </span>
      )}
      {paused.length > 0 && <span>{t.paused(ids(paused))}</span>}
    </div>
  )
}
