import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Day, Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty } from '../../../ui/states.tsx'
import { sending, useGate } from '../acting.tsx'
import { listNames } from './statuses.ts'

type Row = Entry<'listListVersions'>
type Run = Entry<'listComparisons'>

const texts = {
  en: {
    title: 'Sanctions lists',
    about:
      'The versions of each list that were loaded, newest first. A new one is loaded with florin screening load; customers are then compared anew.',
    list: 'List',
    published: 'Published',
    loaded: 'Loaded',
    entries: 'Entries',
    names: 'Names',
    change: 'Added and removed',
    leftOut: 'Left out',
    current: 'In use',
    older: 'Replaced',
    compare: 'Compare everybody again',
    effect:
      'Every customer is compared with the lists in use, a part at a time. Matches that were decided stay decided.',
    runs: 'Comparisons of all customers',
    begun: 'Begun',
    ended: 'Ended',
    screened: 'Compared',
    hits: 'Possible matches',
    underWay: 'Under way',
    empty: 'No list is loaded yet',
    hint: 'Without a list no customer is compared. Load one with florin screening load.',
  },
  ro: {
    title: 'Liste de sancțiuni',
    about:
      'Versiunile încărcate ale fiecărei liste, cele mai noi întâi. Una nouă se încarcă cu florin screening load; apoi clienții sunt comparați din nou.',
    list: 'Lista',
    published: 'Publicată',
    loaded: 'Încărcată',
    entries: 'Intrări',
    names: 'Nume',
    change: 'Adăugate și eliminate',
    leftOut: 'Omise',
    current: 'În uz',
    older: 'Înlocuită',
    compare: 'Compară din nou pe toți',
    effect: 'Fiecare client este comparat cu listele în uz, câte o parte o dată. Potrivirile decise rămân decise.',
    runs: 'Comparații ale tuturor clienților',
    begun: 'Începută',
    ended: 'Încheiată',
    screened: 'Comparați',
    hits: 'Potriviri posibile',
    underWay: 'În curs',
    empty: 'Încă nu este încărcată nicio listă',
    hint: 'Fără o listă nu este comparat nimeni. Încarcă una cu florin screening load.',
  },
} satisfies Texts<unknown>

export default function Lists() {
  const t = useTexts(texts)
  const names = useTexts(listNames)
  const zone = useZoneName()
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const columns: Column<Row>[] = [
    { name: 'list', title: t.list, cell: ({ list }) => names[list] },
    {
      name: 'current',
      title: t.current,
      cell: ({ current }) => <Badge tone={current ? 'good' : 'neutral'}>{current ? t.current : t.older}</Badge>,
    },
    {
      name: 'publishedOn',
      title: t.published,
      cell: ({ publishedOn }) => publishedOn && <Day on={publishedOn} />,
      phone: 'second',
    },
    {
      name: 'loadedAt',
      title: `${t.loaded} (${zone})`,
      cell: ({ loadedAt }) => <Time at={loadedAt} />,
      phone: 'second',
    },
    { name: 'entries', title: t.entries, cell: ({ entries }) => number.format(entries), isEnd: true, phone: 'never' },
    { name: 'names', title: t.names, cell: (row) => number.format(row.names), isEnd: true, phone: 'never' },
    {
      name: 'changes',
      title: t.change,
      cell: ({ added, removed }) => `+${number.format(added)} −${number.format(removed)}`,
      isEnd: true,
      phone: 'never',
    },
    { name: 'leftOut', title: t.leftOut, cell: ({ leftOut }) => number.format(leftOut), isEnd: true, phone: 'never' },
  ]
  return (
    <>
      <ListPage<Row>
        title={t.title}
        about={t.about}
        listKey={['screening', 'lists']}
        filters={[]}
        columns={columns}
        load={(_search, page, signal) => bodyOf(api.GET('/screening/lists', { params: { query: page }, signal }))}
        actions={<Compare />}
        empty={
          <Empty title={t.empty}>
            <p className="soft">{t.hint}</p>
          </Empty>
        }
      />
      <Runs />
    </>
  )
}

function Compare() {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'compare',
        label: t.compare,
        ...gate('screening:load'),
        spec: {
          title: t.compare,
          fields: [reason],
          effect: t.effect,
          submit: t.compare,
          run: (values, key) => bodyOf(api.POST('/screening/comparisons', sending({}, values, key))),
        },
      }}
    />
  )
}

const isUnderWay = ({ endedAt }: Run): boolean => endedAt === undefined

function Runs() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const { data } = useQuery({
    queryKey: ['screening', 'comparisons'],
    queryFn: ({ signal }) => bodyOf(api.GET('/screening/comparisons', { params: { query: { size: 10 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 2_000 : false),
  })
  if (!data || data.data.length === 0) return null
  return (
    <Panel title={t.runs}>
      <SmallTable
        title={t.runs}
        heads={[t.begun, t.ended, { end: t.screened }, { end: t.hits }]}
        rows={data.data.map(({ id, begunAt, endedAt, screened, hits }) => ({
          key: id,
          cells: [
            <Time key="begun" at={begunAt} />,
            endedAt ? (
              <Time key="ended" at={endedAt} />
            ) : (
              <Badge key="ended" tone="info">
                {t.underWay}
              </Badge>
            ),
            number.format(screened),
            number.format(hits),
          ],
        }))}
      />
    </Panel>
  )
}
