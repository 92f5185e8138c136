import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type Search, withSearch } from '../../../urls.ts'
import { useReviews } from '../acting.tsx'
import { common } from '../words.ts'
import { usePartnerColumn, usePartnerFilter } from './partner-parts.tsx'
import { hits, listNames, percentOf } from './statuses.ts'

const texts = {
  en: {
    title: 'Screening',
    about: 'Customers whose names are similar to a name on a sanctions list; who waits longest comes first.',
    name: 'Name on the list',
    score: 'Match score',
    list: 'List',
    strong: 'strong, cards suspended',
    cards: 'Cards',
    suspended: { true: 'Suspended by it', false: 'Not suspended by it' },
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
    cards: 'Carduri',
    suspended: { true: 'Suspendate de ea', false: 'Nesuspendate de ea' },
    all: 'Toate',
    empty: 'Nicio potrivire posibilă nu așteaptă o decizie',
    hint: 'Clienții sunt comparați cu listele când sunt verificați și din nou la fiecare schimbare a unei liste.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listHits'>

/** What is open, while the address says nothing; the server has all. */
const asked = ({ status = 'open', ...search }: Search): Search => (status === 'all' ? search : { ...search, status })

export default function Hits() {
  const reviews = useReviews()
  const t = useTexts(texts)
  const c = useTexts(common)
  const lists = useTexts(listNames)
  const statuses = useTexts(hits.texts)
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
    ...usePartnerColumn<Row>(),
    useCreatedColumn<Row>(c.waitsSince, { name: 'waitsSince', inFile: ['created_at'] }),
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
        ...usePartnerFilter(),
        severalFilter('list', t.list, lists),
        { name: 'strong', label: t.cards, kind: 'choice', options: optionsOf(t.suspended) },
        { name: 'text', label: t.name, kind: 'text' },
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.waitsSince),
      ]}
      usualSort="created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/screening/hits', { params: { query: { ...asked(search), ...page } }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/screening-hits', asked(search))}` }}
      to={({ id }) => reviews('screening', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
