import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useGate } from '../acting.tsx'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Connections to processors',
    about:
      'The accounts of this installation at processors. They are added, and their credentials replaced, by the command line: florin connector.',
    state: 'State',
    enabled: 'Enabled',
    disabled: 'Disabled',
    isDefault: 'Default',
    defaultMeans: 'It takes what no rule of routing sends elsewhere.',
    account: 'Account',
    lastCheck: 'Last check',
    works: 'Works',
    never: 'Never tried',
    lastWebhook: 'Last webhook',
    waiting: 'Waiting',
    parked: 'Parked',
    check: 'Try it',
    checkEffect: 'The processor is asked by a call that changes nothing there.',
    empty: 'No processor is connected',
    hint: 'Connect one by the command line: florin connector add.',
  },
  ro: {
    title: 'Conexiuni la procesatori',
    about:
      'Conturile acestei instalări la procesatori. Se adaugă și li se înlocuiesc datele de acces din linia de comandă: florin connector.',
    state: 'Stare',
    enabled: 'Activă',
    disabled: 'Dezactivată',
    isDefault: 'Implicită',
    defaultMeans: 'Primește ce nicio regulă de rutare nu trimite în altă parte.',
    account: 'Cont',
    lastCheck: 'Ultima verificare',
    works: 'Funcționează',
    never: 'Nu a fost încercată',
    lastWebhook: 'Ultimul webhook',
    waiting: 'În așteptare',
    parked: 'Oprite',
    check: 'Încearcă',
    checkEffect: 'Procesatorul este întrebat printr-un apel care nu schimbă nimic la el.',
    empty: 'Niciun procesator nu este conectat',
    hint: 'Conectați unul din linia de comandă: florin connector add.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listProcessorConnections'> & { id: string }

/** The accounts at processors: how each was when it was tried last, and how many of its webhooks wait or are parked. */
export default function Connections() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: (row) => <Name of={row} /> },
    { name: 'kind', title: c.kind, cell: ({ kind, mode }) => `${kind} (${mode === 'live' ? c.live : c.test})` },
    { name: 'account', title: t.account, cell: ({ account }) => account ?? '–', phone: 'second' },
    {
      name: 'state',
      title: t.state,
      cell: ({ isEnabled }) => (
        <Badge tone={isEnabled ? 'good' : 'neutral'}>{isEnabled ? t.enabled : t.disabled}</Badge>
      ),
    },
    { name: 'check', title: t.lastCheck, cell: (row) => <LastCheck of={row} />, phone: 'second' },
    {
      name: 'webhook',
      title: `${t.lastWebhook} (${zone})`,
      cell: ({ lastWebhookAt }) => (lastWebhookAt ? <Time at={lastWebhookAt} /> : '–'),
      phone: 'never',
    },
    { name: 'waiting', title: t.waiting, cell: ({ waitingWebhooks }) => waitingWebhooks, isEnd: true, phone: 'never' },
    {
      name: 'parked',
      title: t.parked,
      cell: ({ parkedWebhooks }) =>
        parkedWebhooks > 0 ? <Badge tone="bad">{String(parkedWebhooks)}</Badge> : parkedWebhooks,
      isEnd: true,
    },
    { name: 'actions', title: c.actions, isTitleUnseen: true, isEnd: true, cell: (row) => <Check of={row} /> },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['processor-connections']}
      filters={[]}
      columns={columns}
      load={async (_search, page, signal) => {
        const found = await bodyOf(api.GET('/processor-connections', { params: { query: page }, signal }))
        return { ...found, data: found.data.map((row) => ({ ...row, id: row.name })) }
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** Its name, and whether it is the default. */
function Name({ of: { name, isDefault } }: { of: Row }) {
  const t = useTexts(texts)
  if (!isDefault) return name
  return (
    <>
      {name} <Badge tone="info">{t.isDefault}</Badge>
      <div className="meta">{t.defaultMeans}</div>
    </>
  )
}

function LastCheck({ of: { lastCheck } }: { of: Row }) {
  const t = useTexts(texts)
  if (!lastCheck) return t.never
  return (
    <>
      <Time at={lastCheck.at} /> {lastCheck.problem ?? t.works}
    </>
  )
}

function Check({ of: { name } }: { of: Row }) {
  const t = useTexts(texts)
  const gate = useGate()
  return (
    <ActionButton
      action={{
        name: 'check',
        label: t.check,
        ...gate('connectors:check'),
        spec: {
          title: `${t.check}: ${name}`,
          fields: [],
          effect: t.checkEffect,
          submit: t.check,
          run: () =>
            bodyOf(api.POST('/processor-connections/{connection}/check', { params: { path: { connection: name } } })),
        },
      }}
    />
  )
}
