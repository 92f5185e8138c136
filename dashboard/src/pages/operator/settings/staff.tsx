import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { filled, opAt, sending, useGate } from '../acting.tsx'
import { MerchantName, namedOptions, PartnerName, useNamed } from '../names.tsx'
import { common } from '../words.ts'
import { roleWords, scopeWords } from './roles.ts'

const texts = {
  en: {
    title: 'Staff',
    about: 'People of the platform, of merchants and of partners.',
    role: 'Role',
    of: 'Of',
    add: 'Add a person',
    effect: 'The role says what the person may do. Of no merchant and no partner: of the platform.',
    none: 'None',
    empty: 'No people yet',
    hint: 'Add the first person with the command florin staff add.',
  },
  ro: {
    title: 'Personal',
    about: 'Oameni ai platformei, ai comercianților și ai partenerilor.',
    role: 'Rol',
    of: 'Al',
    add: 'Adaugă o persoană',
    effect: 'Rolul spune ce poate face persoana. Fără comerciant și fără partener: al platformei.',
    none: 'Niciunul',
    empty: 'Încă nu sunt persoane',
    hint: 'Adaugă prima persoană cu comanda florin staff add.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listStaff'>

export default function StaffList() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const roles = useTexts(roleWords)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
    {
      name: 'status',
      title: c.status,
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
    },
    { name: 'role', title: t.role, cell: ({ role }) => roles[role], phone: 'second' },
    { name: 'of', title: t.of, cell: ({ scope }) => <ScopeName of={scope} />, phone: 'second' },
    { name: 'email', title: c.email, cell: ({ email }) => email, phone: 'second' },
    {
      name: 'created',
      title: `${c.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['staff']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/staff', { params: { query: page }, signal }))}
      to={({ id }) => opAt('settings', 'staff', id)}
      actions={<Add />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function ScopeName({ of: { kind, id } }: { of: Row['scope'] }) {
  const scopes = useTexts(scopeWords)
  if (kind === 'merchant') return <MerchantName id={id} />
  return kind === 'partner' ? <PartnerName id={id} /> : scopes[kind]
}

function Add() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const roles = useTexts(roleWords)
  const gate = useGate()
  const reason = useReasonField()
  const merchants = useNamed('merchants')
  const partners = useNamed('partners')
  const none = { value: '', label: t.none }
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        look: 'main',
        ...gate('staff:create'),
        spec: {
          title: t.add,
          fields: [
            { name: 'name', label: c.name, isRequired: true },
            { name: 'email', label: c.email, kind: 'email', isRequired: true },
            { name: 'role', label: t.role, kind: 'choice', options: optionsOf(roles), first: 'read-only' },
            { name: 'merchantId', label: c.merchant, kind: 'choice', options: [none, ...namedOptions(merchants)] },
            { name: 'partnerId', label: c.partner, kind: 'choice', options: [none, ...namedOptions(partners)] },
            reason,
          ],
          effect: t.effect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/staff', sending({}, filled(values), key))),
        },
      }}
    />
  )
}
