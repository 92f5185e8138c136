import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useReviews } from '../acting.tsx'
import { PartnerName } from '../names.tsx'
import { common } from '../words.ts'
import { hits, listNames, percentOf } from './statuses.ts'

const texts = {
  en: {
    title: 'Screening',
    about: 'Customers whose names are similar to a name on a sanctions list; who waits longest comes first.',
    name: 'Name on the list',
    score: 'Match score',
    list: 'List',
    strong: 'strong, cards suspended',
    all: 'All',
    empty: 'No possible match waits for a decision',
    hint: 'Customers are compared with the lists when they are verified, and again whenever a list changes.',
  },
  ro: {
    title: 'Screening',
    about: 'Clienți ale căror nume seamănă cu un nume de pe o listă de sancțiuni; cine așteaptă de mai mult e primul.',
    name: 'Numele de pe listă',
    score: 'Scorul potrivirii',
    list: 'Lista',
    strong: 'puternică, cardurile sunt suspendate',
    all: 'Toate',
    empty: 'Nicio potrivire posibilă nu așteaptă o decizie',
    hint: 'Clienții sunt comparați cu listele când sunt verificați și din nou la fiecare schimbare a unei liste.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listHits'>

export default function Hits() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const c = useTexts(common)
  const lists = useTexts(listNames)
  const statuses = useTexts(hits.texts)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: t.name, cell: ({ name }) => name },
    { name: 'status', title: c.status, cell: ({ status }) => <hits.Status status={status} /> },
    {
      name: 'score',
      title: t.score,
      cell: ({ score, strong }) => `${percentOf(score)}${strong ? `, ${t.strong}` : ''}`,
      phone: 'second',
    },
    { name: 'list', title: t.list, cell: ({ list }) => lists[list], phone: 'second' },
    { name: 'partner', title: c.partner, cell: ({ partnerId }) => <PartnerName id={partnerId} />, phone: 'second' },
    {
      name: 'waitsSince',
      title: `${c.waitsSince} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['hits']}
      filters={[
        {
          name: 'status',
          label: c.status,
          kind: 'choice',
          usual: 'open',
          options: [...optionsOf(statuses), { value: 'all', label: t.all }],
        },
        { name: 'customerId', label: c.customer, kind: 'text' },
      ]}
      columns={columns}
      load={({ status = 'open', ...search }, page, signal) =>
        bodyOf(
          api.GET('/screening/hits', {
            params: { query: { ...search, ...page, ...(status !== 'all' && { status: status as Row['status'] }) } },
            signal,
          }),
        )
      }
      to={({ id }) => reviews('screening', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
