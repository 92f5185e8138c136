import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { opAt } from '../acting.tsx'
import { common } from '../words.ts'
import { capabilityTexts, limitsOf } from './capabilities.ts'

const texts = {
  en: {
    title: 'Connectors',
    about: 'The acquirers of this installation: the sandbox in staging, and the connections to processors.',
    state: 'State',
    open: 'Gets payments',
    paused: 'Paused',
    cannot: 'Cannot',
    isDefault: 'Default',
    defaultHint: 'takes what no rule sends elsewhere',
    empty: 'There is no connector',
  },
  ro: {
    title: 'Conectori',
    about: 'Băncile acceptatoare ale acestei instalări: simularea în staging și conexiunile la procesatori.',
    state: 'Stare',
    open: 'Primește plăți',
    paused: 'În pauză',
    cannot: 'Nu poate',
    isDefault: 'Implicit',
    defaultHint: 'primește ce nicio regulă nu trimite în altă parte',
    empty: 'Nu există niciun conector',
  },
} satisfies Texts<unknown>

type Row = Entry<'listConnectors'>

export default function Connectors() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const can = useTexts(capabilityTexts)
  const columns: Column<Row>[] = [
    { name: 'id', title: c.name, cell: ({ id }) => id },
    {
      name: 'paused',
      title: t.state,
      cell: ({ paused }) => <Badge tone={paused ? 'wait' : 'good'}>{paused ? t.paused : t.open}</Badge>,
    },
    {
      name: 'isDefault',
      title: t.isDefault,
      cell: ({ isDefault }) => (isDefault ? t.defaultHint : ''),
      phone: 'second',
    },
    {
      name: 'capabilities',
      title: t.cannot,
      cell: ({ capabilities }) => limitsOf(capabilities, can).join('; ') || can.all,
      phone: 'second',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['connectors', 'list']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/connectors', { params: { query: page }, signal }))}
      to={({ id }) => opAt('platform', 'connectors', id)}
      empty={<Empty title={t.empty} />}
    />
  )
}
