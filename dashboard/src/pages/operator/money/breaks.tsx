import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { MoneyText } from '../../../parts/money.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { opAt } from '../acting.tsx'
import { common } from '../words.ts'
import { breakKinds, breaks } from './statuses.ts'

const texts = {
  en: {
    title: 'Reconciliation',
    about: 'Where a report of an acquirer and our books do not agree.',
    all: 'All',
    reported: 'Reported',
    expected: 'Booked',
    opened: 'Opened',
    empty: 'Everything agrees',
    hint: 'A break opens when an imported report differs from the books, or leaves out what is booked.',
  },
  ro: {
    title: 'Reconciliere',
    about: 'Unde raportul unei bănci acceptatoare și registrele noastre nu corespund.',
    all: 'Toate',
    reported: 'Raportat',
    expected: 'Înregistrat',
    opened: 'Deschisă',
    empty: 'Totul corespunde',
    hint: 'O diferență se deschide când un raport importat diferă de registre sau omite ce este înregistrat.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAcquirerBreaks'>

export default function Breaks() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(breaks.texts)
  const kinds = useTexts(breakKinds)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'kind', title: c.kind, cell: ({ kind }) => kinds[kind] },
    { name: 'status', title: c.status, cell: ({ status }) => <breaks.Status status={status} /> },
    { name: 'reported', title: t.reported, cell: ({ reported }) => <MoneyText of={reported} />, phone: 'second' },
    { name: 'expected', title: t.expected, cell: ({ expected }) => <MoneyText of={expected} />, phone: 'second' },
    { name: 'connector', title: c.connector, cell: ({ connector }) => connector, phone: 'second' },
    { name: 'opened', title: `${t.opened} (${zone})`, cell: ({ openedAt }) => <Time at={openedAt} />, phone: 'second' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['breaks']}
      filters={[
        {
          name: 'status',
          label: c.status,
          kind: 'choice',
          usual: 'open',
          options: [...optionsOf(statuses), { value: 'all', label: t.all }],
        },
        { name: 'kind', label: c.kind, kind: 'choice', options: optionsOf(kinds) },
        { name: 'connector', label: c.connector, kind: 'text' },
      ]}
      columns={columns}
      load={({ status = 'open', ...search }, page, signal) =>
        bodyOf(
          api.GET('/acquirer-breaks', {
            params: { query: { ...search, ...page, ...(status !== 'all' && { status: status as Row['status'] }) } },
            signal,
          }),
        )
      }
      to={({ id }) => opAt('money', 'breaks', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
