import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { sending, useGate } from '../acting.tsx'
import { TaskLine, TaskRuns, taskEvery } from './tasks.tsx'

const texts = {
  en: {
    title: 'Master keys',
    about:
      'The keys of the key file, by their numbers; no key is ever shown. To rotate: florin keys add, restart every process, then seal everything anew here.',
    purpose: 'Seals',
    newest: 'Newest',
    held: 'In the ring',
    purposes: {
      vault: 'Card numbers of shoppers',
      directory: 'Private keys of sites and partners',
      issuing: 'Issued cards and keys of their products',
      documents: 'Documents, submissions and evidence',
    },
    cards: 'Card numbers by the key that seals them',
    key: 'Key',
    count: 'Card numbers',
    state: 'State',
    done: 'Newest',
    left: 'Still to be sealed anew',
    none: 'No card number is stored.',
    begin: 'Seal everything anew',
    effect:
      'A worker seals everything with the newest key of its purpose while payments go on. At the end it counts what older keys still seal: when that is nothing, they may be removed from the key file.',
    underWay: 'It is under way.',
    last: 'What the last run did',
    kind: 'Kind',
    rewrapped: 'Sealed anew',
    unreadable: 'Unreadable',
    runs: 'Runs',
    moreUnreadable: (count: string) => `and ${count} more`,
    older: 'What older keys still sealed when the last run ended',
    noneOlder:
      'Nothing. When every process runs with the newest keys, older ones may be removed; florin keys status counts again.',
    records: 'Records',
  },
  ro: {
    title: 'Chei principale',
    about:
      'Cheile din fișierul de chei, după numerele lor; nicio cheie nu se arată vreodată. Pentru rotire: florin keys add, repornește fiecare proces, apoi sigilează aici totul din nou.',
    purpose: 'Sigilează',
    newest: 'Cea mai nouă',
    held: 'Disponibile',
    purposes: {
      vault: 'Numerele de card ale cumpărătorilor',
      directory: 'Cheile private ale magazinelor și partenerilor',
      issuing: 'Cardurile emise și cheile produselor lor',
      documents: 'Documente, formulare și dovezi',
    },
    cards: 'Numere de card după cheia care le sigilează',
    key: 'Cheia',
    count: 'Numere de card',
    state: 'Stare',
    done: 'Cea mai nouă',
    left: 'De sigilat din nou',
    none: 'Nu este păstrat niciun număr de card.',
    begin: 'Sigilează totul din nou',
    effect:
      'Un proces sigilează totul cu cea mai nouă cheie a scopului, în timp ce plățile continuă. La sfârșit numără ce mai sigilează cheile vechi: când nu mai este nimic, pot fi scoase din fișier.',
    underWay: 'Este în curs.',
    last: 'Ce a făcut ultima rulare',
    kind: 'Fel',
    rewrapped: 'Sigilate din nou',
    unreadable: 'Ilizibile',
    runs: 'Rulări',
    moreUnreadable: (count: string) => `și încă ${count}`,
    older: 'Ce mai sigilau cheile vechi la sfârșitul ultimei rulări',
    noneOlder:
      'Nimic. Când fiecare proces rulează cu cele mai noi chei, cele vechi pot fi scoase; florin keys status numără din nou.',
    records: 'Înregistrări',
  },
} satisfies Texts<unknown>

/** Which keys there are, what the old ones still seal, and the way to seal it anew. */
export default function Keys() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  useTitle(t.title)
  const runs = useQuery({
    queryKey: ['rewraps'],
    queryFn: ({ signal }) => bodyOf(api.GET('/keys/rewraps', { params: { query: { size: 20 } }, signal })),
    refetchInterval: ({ state }) => taskEvery(state.data?.data),
  })
  const tasks = runs.data?.data ?? []
  const isUnderWay = taskEvery(tasks) !== false
  const { data, error, refetch } = useQuery({
    queryKey: ['keys', 'status'],
    queryFn: ({ signal }) => bodyOf(api.GET('/keys/status', { signal })),
    refetchInterval: isUnderWay ? 2_000 : false,
  })
  const last = tasks.find(({ result }) => result !== undefined)
  return (
    <>
      <div className="head">
        <div>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <ActionButton
          action={{
            name: 'begin',
            label: t.begin,
            look: 'main',
            ...(isUnderWay ? { whyNot: t.underWay } : gate('keys:reseal')),
            spec: {
              title: t.begin,
              fields: [reason],
              effect: t.effect,
              submit: t.begin,
              run: (values, key) => bodyOf(api.POST('/keys/rewraps', sending({}, values, key))),
            },
          }}
        />
      </div>
      {isUnderWay && tasks[0] && <TaskLine of={tasks[0]} />}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Status of={data} />
      ) : (
        <Loading lines={6} />
      )}
      {last?.result && <LastRun of={last.result} />}
      {last?.result?.left && <Older left={last.result.left} />}
      {tasks.length > 0 && <TaskRuns title={t.runs} of={tasks} />}
    </>
  )
}

function Status({ of: { purposes, cardNumbers } }: { of: Reply<'getMasterKeys'> }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <>
      <Panel title={t.title}>
        <SmallTable
          title={t.title}
          heads={[t.purpose, { end: t.newest }, { end: t.held }]}
          rows={purposes.map(({ purpose, newest, held }) => ({
            key: purpose,
            cells: [t.purposes[purpose], newest, held.join(', ')],
          }))}
        />
      </Panel>
      <Panel title={t.cards}>
        {cardNumbers.length === 0 ? (
          <p className="soft">{t.none}</p>
        ) : (
          <SmallTable
            title={t.cards}
            heads={[t.key, { end: t.count }, t.state]}
            rows={cardNumbers.map(({ key, count, isNewest }) => ({
              key: String(key),
              cells: [
                key,
                new Intl.NumberFormat(language).format(count),
                <Badge key="state" tone={isNewest ? 'good' : 'wait'}>
                  {isNewest ? t.done : t.left}
                </Badge>,
              ],
            }))}
          />
        )}
      </Panel>
    </>
  )
}

function LastRun({ of: { kinds } }: { of: NonNullable<Entry<'listRewraps'>['result']> }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <Panel title={t.last}>
      <SmallTable
        title={t.last}
        heads={[t.kind, { end: t.rewrapped }, { end: t.unreadable }]}
        rows={kinds.map(({ kind, rewrapped, unreadable, unreadableCount = unreadable.length }) => ({
          key: kind,
          cells: [
            kind,
            new Intl.NumberFormat(language).format(rewrapped),
            unreadable.length === 0
              ? '0'
              : [
                  unreadable.join(', '),
                  unreadableCount > unreadable.length &&
                    t.moreUnreadable(new Intl.NumberFormat(language).format(unreadableCount - unreadable.length)),
                ]
                  .filter(Boolean)
                  .join(' '),
          ],
        }))}
      />
    </Panel>
  )
}

type Left = NonNullable<NonNullable<Entry<'listRewraps'>['result']>['left']>

/** Counted, and not derived from what the run did: only this says whether an older key is still needed. */
function Older({ left }: { left: Left }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <Panel title={t.older}>
      {left.length === 0 ? (
        <p>{t.noneOlder}</p>
      ) : (
        <SmallTable
          title={t.older}
          heads={[t.purpose, { end: t.key }, t.kind, { end: t.records }]}
          rows={left.map(({ what, purpose, key, count }) => ({
            key: `${what} ${key}`,
            cells: [t.purposes[purpose], key, what, new Intl.NumberFormat(language).format(count)],
          }))}
        />
      )}
    </Panel>
  )
}
