import { useParams } from '@tanstack/react-router'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at, withSearch } from '../../../urls.ts'
import { changed, opAt, sending, useGate } from '../acting.tsx'
import { MerchantName, PartnerName } from '../names.tsx'
import { common } from '../words.ts'
import { roleWords, scopeWords } from './roles.ts'
import { Tokens } from './tokens.tsx'

type Person = Reply<'getStaff'>

const texts = {
  en: {
    list: 'Staff',
    role: 'Role',
    of: 'Of',
    audit: 'What was done to this person',
    stop: 'Stop',
    stopEffect: 'The person is refused everywhere at once, with every session and token.',
    start: 'Let in again',
    startEffect: 'The person can log in again.',
    reset: 'Reset second factors',
    resetEffect:
      'Removes the passkeys, apps and recovery codes of the person, and ends all sessions. The password stays. Be sure that it is really the person who asks.',
    ownReset: 'Your own are under Security; another person resets them if they are lost.',
  },
  ro: {
    list: 'Personal',
    role: 'Rol',
    of: 'Al',
    audit: 'Ce s-a schimbat la această persoană',
    stop: 'Oprește',
    stopEffect: 'Persoana este refuzată imediat peste tot, cu fiecare sesiune și token.',
    start: 'Primește din nou',
    startEffect: 'Persoana se poate autentifica din nou.',
    reset: 'Resetează al doilea factor',
    resetEffect:
      'Șterge cheile de acces, aplicațiile și codurile de recuperare ale persoanei și încheie toate sesiunile. Parola rămâne. Asigură-te că persoana însăși o cere.',
    ownReset: 'Ale tale sunt la Securitate; dacă le pierzi, le resetează altcineva.',
  },
} satisfies Texts<unknown>

export default function PersonPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const actions = usePersonActions()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const history = withSearch(opAt('settings', 'audit'), { subjectType: 'staff', subjectId: id })
  return (
    <DetailPage<Person>
      detailKey={['staff', 'person', id]}
      load={(signal) => bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('settings', 'staff') }}
      id={id}
      heading={({ name, active }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={active ? 'good' : 'neutral'}>{active ? c.active : c.inactive}</Badge>,
        sentence: <Link to={history}>{t.audit}</Link>,
      })}
      actions={actions}
      main={() => <Tokens staffId={id} />}
      side={(person) => <About of={person} />}
    />
  )
}

function usePersonActions(): (person: Person) => Action[] {
  const t = useTexts(texts)
  const c = useTexts(common)
  const roles = useTexts(roleWords)
  const gate = useGate()
  const reason = useReasonField()
  const me = useMe()
  return ({ id, name, role, active }) => {
    const send = (values: Readonly<Record<string, string>>, key: string) =>
      bodyOf(api.PATCH('/staff/{staffId}', sending({ staffId: id }, values, key)))
    const label = active ? t.stop : t.start
    return [
      {
        name: 'change',
        label: c.change,
        ...gate('staff:change'),
        spec: {
          title: `${c.change}: ${name}`,
          fields: [
            { name: 'name', label: c.name, first: name, isRequired: true },
            { name: 'role', label: t.role, kind: 'choice', first: role, options: optionsOf(roles) },
            reason,
          ],
          submit: c.change,
          run: (values, key) => send(changed(values, { name, role }), key),
        },
      },
      {
        name: 'active',
        label,
        ...gate('staff:change'),
        spec: {
          title: `${label}: ${name}`,
          fields: [reason],
          effect: active ? t.stopEffect : t.startEffect,
          submit: label,
          isDangerous: active,
          run: (values, key) => send({ ...values, active: String(!active) }, key),
        },
      },
      {
        name: 'reset',
        label: t.reset,
        ...(id === me.id && { whyNot: t.ownReset }),
        ...gate('staff:change'),
        spec: {
          title: `${t.reset}: ${name}`,
          fields: [reason],
          effect: t.resetEffect,
          submit: t.reset,
          isDangerous: true,
          run: (values, key) =>
            bodyOf(api.POST('/staff/{staffId}/reset-second-factors', sending({ staffId: id }, values, key))),
        },
      },
    ]
  }
}

function About({ of: { email, role, scope, createdAt } }: { of: Person }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const roles = useTexts(roleWords)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.email, email],
          [t.role, roles[role]],
          [t.of, <Organization key="of" of={scope} />],
          [c.created, <Time key="created" at={createdAt} />],
        ]}
      />
    </Panel>
  )
}

function Organization({ of: { kind, id } }: { of: Person['scope'] }) {
  const scopes = useTexts(scopeWords)
  if (kind === 'platform') return scopes.platform
  return <Link to={at({ kind, id })}>{kind === 'merchant' ? <MerchantName id={id} /> : <PartnerName id={id} />}</Link>
}
