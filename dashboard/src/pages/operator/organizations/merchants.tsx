import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt, sending, useGate } from '../acting.tsx'
import { common } from '../words.ts'
import { merchants } from './statuses.ts'

const texts = {
  en: {
    title: 'Merchants',
    legalName: 'Legal name',
    add: 'Add a merchant',
    effect: 'It has no site and no price yet: sites are added by the command florin.',
    empty: 'No merchants yet',
    hint: 'A merchant sells at one or more sites, and is paid out for all of them.',
  },
  ro: {
    title: 'Comercianți',
    legalName: 'Denumire legală',
    add: 'Adaugă un comerciant',
    effect: 'Încă nu are magazin și preț: magazinele se adaugă cu comanda florin.',
    empty: 'Încă nu sunt comercianți',
    hint: 'Un comerciant vinde în unul sau mai multe magazine și este plătit pentru toate.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listMerchants'>

export default function Merchants() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(merchants.texts)
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
    { name: 'status', title: c.status, cell: ({ status }) => <merchants.Status status={status} /> },
    { name: 'number', title: c.number, inFile: ['id'], cell: ({ id }) => id, phone: 'second' },
    { name: 'legalName', title: t.legalName, cell: ({ legalName }) => legalName, phone: 'second' },
    { name: 'country', title: c.country, cell: ({ country }) => country, phone: 'never' },
    useCreatedColumn<Row>(c.created, { phone: 'never' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      listKey={['merchants']}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'text', label: c.name, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/merchants', { params: { query: { ...search, ...page } }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/merchants', search)}` }}
      to={({ id }) => opAt('merchants', id)}
      actions={<Add />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Add() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('merchants:create'),
        spec: {
          title: t.add,
          fields: [{ name: 'name', label: c.name, isRequired: true }, reason],
          effect: t.effect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/merchants', sending({}, values, key))),
        },
      }}
    />
  )
}
