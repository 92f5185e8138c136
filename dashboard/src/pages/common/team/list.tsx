import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Email } from '../../../parts/email.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at, type Search, withSearch } from '../../../urls.ts'
import { filled, sending, useGate } from '../acting.tsx'
import { namedOptions, useNamed } from '../names.tsx'
import { OfWhom } from './person.tsx'
import { ownerWords, roles, roleWords, teamPath } from './words.ts'

const texts = {
  en: {
    title: 'Team',
    staff: 'Staff',
    all: 'People of the platform, of merchants and of partners.',
    merchant: 'Merchant',
    partner: 'Partner',
    none: 'None',
    platformEffect: 'Of no merchant and no partner: of the platform.',
    about: 'Your colleagues, and what each may do. Someone who is not active is refused everywhere.',
    name: 'Name',
    email: 'E-mail address',
    nameOrEmail: 'Name or e-mail address',
    role: 'Role',
    status: 'Status',
    active: 'Active',
    inactive: 'Not active',
    invitations: { open: 'Invited', lapsed: 'Invitation lapsed', none: 'No password yet' },
    you: 'You',
    added: 'Added',
    add: 'Add a person',
    addEffect: 'Afterwards, invite the person on their page: the link lets them set a password.',
    ofWhom: 'Organization',
    empty: 'Nobody yet',
    hint: 'Add the people who work with you here.',
  },
  ro: {
    title: 'Echipa',
    staff: 'Personal',
    all: 'Oameni ai platformei, ai comercianților și ai partenerilor.',
    merchant: 'Comerciant',
    partner: 'Partener',
    none: 'Niciunul',
    platformEffect: 'Fără comerciant și fără partener: al platformei.',
    about: 'Colegii tăi și ce poate face fiecare. Cine nu este activ este refuzat peste tot.',
    name: 'Nume',
    email: 'Adresa de e-mail',
    nameOrEmail: 'Nume sau adresă de e-mail',
    role: 'Rol',
    status: 'Stare',
    active: 'Activ',
    inactive: 'Inactiv',
    invitations: { open: 'Invitat', lapsed: 'Invitație expirată', none: 'Încă fără parolă' },
    you: 'Tu',
    added: 'Adăugat',
    add: 'Adaugă o persoană',
    addEffect: 'Apoi invită persoana pe pagina ei: cu linkul își pune o parolă.',
    ofWhom: 'Organizația',
    empty: 'Încă nimeni',
    hint: 'Adaugă aici oamenii care lucrează cu tine.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listStaff'>

/** The people of an organization; the operator's staff see those of all. */
export default function Team() {
  const t = useTexts(texts)
  const words = useTexts(roleWords)
  const kinds = useTexts(ownerWords)
  const me = useMe()
  const { scope } = useScope()
  const isOfAll = scope.kind === 'platform'
  const columns: Column<Row>[] = [
    { name: 'name', title: t.name, cell: ({ id, name }) => (id === me.id ? `${name} (${t.you})` : name) },
    { name: 'role', title: t.role, cell: ({ role }) => words[role], phone: 'second' },
    { name: 'email', title: t.email, cell: ({ email }) => <Email of={email} />, phone: 'second' },
    ...(me.scope.kind === 'platform'
      ? [
          {
            name: 'ofWhom',
            title: t.ofWhom,
            inFile: ['owner', 'owner_id'],
            cell: ({ scope: whose }: Row) => <OfWhom of={whose} />,
            phone: 'second' as const,
          },
        ]
      : []),
    {
      name: 'status',
      title: t.status,
      inFile: ['active'],
      cell: (row) => <PersonStatus of={row} />,
    },
    useCreatedColumn<Row>(t.added, { name: 'added', phone: 'never', how: 'day', inFile: ['created_at'] }),
  ]
  const shared: Filter[] = [
    severalFilter('role', t.role, words),
    severalFilter('status', t.status, { active: t.active, inactive: t.inactive }),
    { name: 'text', label: t.nameOrEmail, kind: 'text' },
    createdFilter(t.added),
  ]
  const merchants = namedOptions(useNamed('merchants'))
  const partners = namedOptions(useNamed('partners'))
  const filters: Filter[] = isOfAll
    ? [
        { name: 'owner', label: t.ofWhom, kind: 'choice', options: optionsOf(kinds) },
        { name: 'merchantId', label: t.merchant, kind: 'choice', options: merchants },
        { name: 'partnerId', label: t.partner, kind: 'choice', options: partners },
        ...shared,
      ]
    : shared
  // The operator's staff see only the people of the organization whose pages these are.
  const whose: Search =
    scope.kind === 'platform' ? {} : scope.kind === 'merchant' ? { merchantId: scope.id } : { partnerId: scope.id }
  return (
    <ListPage<Row>
      title={isOfAll ? t.staff : t.title}
      about={isOfAll ? t.all : t.about}
      listKey={['staff', scope]}
      filters={filters}
      columns={columns}
      usualSort="created"
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/staff', { params: { query: { ...whose, ...search, ...page } as never }, signal }))
      }
      export={{ url: (search) => `${apiRoot}${withSearch('/exports/staff', { ...whose, ...search })}` }}
      to={({ id }) => at(scope, ...teamPath(scope), id)}
      actions={<AddPerson />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** An active person without a password waits for an invitation, or may log in by single sign-on. */
function PersonStatus({ of: { active, hasPassword, invitation } }: { of: Row }) {
  const t = useTexts(texts)
  if (!active) return <Badge tone="neutral">{t.inactive}</Badge>
  if (hasPassword) return <Badge tone="good">{t.active}</Badge>
  const status = invitation?.status ?? 'none'
  return <Badge tone={status === 'lapsed' ? 'bad' : 'wait'}>{t.invitations[status]}</Badge>
}

/** Somebody new of the organization whose pages these are. */
function AddPerson() {
  const t = useTexts(texts)
  const words = useTexts(roles)
  const gate = useGate()
  const reason = useReasonField()
  const me = useMe()
  const { scope } = useScope()
  const isOfAll = scope.kind === 'platform'
  const merchants = namedOptions(useNamed('merchants'))
  const partners = namedOptions(useNamed('partners'))
  const none = { value: '', label: t.none }
  // The operator's staff say whose colleague it is; others add their own.
  const whose =
    me.scope.kind !== 'platform' || scope.kind === 'platform'
      ? {}
      : scope.kind === 'partner'
        ? { partnerId: scope.id }
        : { merchantId: scope.id }
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
            { name: 'name', label: t.name, isRequired: true },
            { name: 'email', label: t.email, kind: 'email', isRequired: true },
            {
              name: 'role',
              label: t.role,
              kind: 'choice',
              options: optionsOf(words),
              first: isOfAll ? 'read-only' : 'support',
            },
            ...(isOfAll
              ? [
                  { name: 'merchantId', label: t.merchant, kind: 'choice', options: [none, ...merchants] } as const,
                  { name: 'partnerId', label: t.partner, kind: 'choice', options: [none, ...partners] } as const,
                ]
              : []),
            reason,
          ],
          effect: isOfAll ? `${t.platformEffect} ${t.addEffect}` : t.addEffect,
          submit: t.add,
          run: (values, key) => bodyOf(api.POST('/staff', sending({}, { ...filled(values), ...whose }, key))),
        },
      }}
    />
  )
}
