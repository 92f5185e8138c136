import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { base, Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { at, withSearch } from '../../../urls.ts'
import { type BecauseOf, changedOver, sending, textsIn, useCan } from '../acting.tsx'
import { MerchantName, PartnerName } from '../names.tsx'
import { Tokens } from './tokens.tsx'
import { type Person, roles, scopeWords, teamPath } from './words.ts'

type Because = BecauseOf<Person['actions']>

const texts = {
  en: {
    title: 'Team',
    staff: 'Staff',
    of: 'Of',
    audit: 'What was done to this person',
    active: 'Active',
    inactive: 'Not active: refused everywhere',
    yes: 'Yes',
    no: 'No',
    name: 'Name',
    email: 'E-mail address',
    role: 'Role',
    isActive: 'Active',
    added: 'Added',
    details: 'Details',
    change: 'Change',
    changeEffect: 'It counts from the next request of this person on. The last active owner stays one.',
    invite: 'Invite',
    inviteAgain: 'Invite again',
    revoke: 'Revoke the invitation',
    revokeEffect: 'The link that was sent sets no password any more. You can invite the person again.',
    because: {
      staff_inactive: 'The person is not active.',
      no_open_invitation: 'There is no invitation that could be revoked.',
      own_second_factor: 'Your own are under Security; another person resets them if they are lost.',
    } satisfies Because,
    invitation: 'Invitation',
    open: 'Open until',
    lapsed: 'Lapsed on',
    accepted: 'Has set a password',
    notInvited: 'None, and no password yet',
    inviteEffect: 'The person receives a link with which to set a password. Older links end.',
    sentTo: 'The link was sent to',
    reset: 'Reset second factors',
    resetEffect:
      'Removes the passkeys, apps and recovery codes of the person, and ends all sessions. The password stays. Be sure that it is really the person who asks.',
    once: 'No mail server is configured, so send this link to the person. It works once, and is shown only now.',
    copy: 'Copy the link',
    until: 'Valid until',
  },
  ro: {
    title: 'Echipa',
    staff: 'Personal',
    of: 'Al',
    audit: 'Ce s-a schimbat la această persoană',
    active: 'Activ',
    inactive: 'Inactiv: refuzat peste tot',
    yes: 'Da',
    no: 'Nu',
    name: 'Nume',
    email: 'Adresa de e-mail',
    role: 'Rol',
    isActive: 'Activ',
    added: 'Adăugat',
    details: 'Detalii',
    change: 'Modifică',
    changeEffect: 'Contează de la următoarea cerere a persoanei. Ultimul proprietar activ rămâne proprietar.',
    invite: 'Invită',
    inviteAgain: 'Invită din nou',
    revoke: 'Revocă invitația',
    revokeEffect: 'Linkul trimis nu mai pune nicio parolă. Poți invita persoana din nou.',
    because: {
      staff_inactive: 'Persoana nu este activă.',
      no_open_invitation: 'Nu există o invitație care să poată fi revocată.',
      own_second_factor: 'Ale tale sunt la Securitate; dacă le pierzi, le resetează altcineva.',
    } satisfies Because,
    invitation: 'Invitație',
    open: 'Deschisă până la',
    lapsed: 'Expirată la',
    accepted: 'Are o parolă',
    notInvited: 'Niciuna, și încă fără parolă',
    inviteEffect: 'Persoana primește un link cu care își pune o parolă. Linkurile vechi se încheie.',
    sentTo: 'Linkul a fost trimis la',
    reset: 'Resetează al doilea factor',
    resetEffect:
      'Șterge cheile de acces, aplicațiile și codurile de recuperare ale persoanei și încheie toate sesiunile. Parola rămâne. Asigură-te că persoana însăși o cere.',
    once: 'Niciun server de e-mail nu este configurat, deci trimite acest link persoanei. Merge o singură dată și se arată doar acum.',
    copy: 'Copiază linkul',
    until: 'Valabil până la',
  },
} satisfies Texts<unknown>

export default function PersonPage() {
  const t = useTexts(texts)
  const words = useTexts(roles)
  const id = useThingId()
  const { scope } = useScope()
  const actions = useActions()
  const history = withSearch(at(scope, 'settings', 'audit'), { subjectType: 'staff', subjectId: id })
  return (
    <DetailPage<Person>
      detailKey={['staff', id]}
      load={(signal) => bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId: id } }, signal }))}
      parent={{ title: scope.kind === 'platform' ? t.staff : t.title, to: at(scope, ...teamPath(scope)) }}
      id={id}
      heading={({ name, active, role }) => ({
        title: name,
        tab: name,
        badge: <Badge tone={active ? 'good' : 'bad'}>{active ? t.active : t.inactive}</Badge>,
        sentence: (
          <>
            {words[role]} · <Link to={history}>{t.audit}</Link>
          </>
        ),
      })}
      actions={actions}
      main={() => <Tokens staffId={id} />}
      side={({ email, role, scope: whose, createdAt, ...person }) => (
        <Panel title={t.details}>
          <Facts
            of={[
              [t.email, email],
              [t.role, words[role]],
              [t.of, scope.kind === 'platform' && <OfWhom key="of" of={whose} />],
              [t.added, <Time key="added" at={createdAt} />],
              [t.invitation, <InvitationState key="invitation" of={person} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function useActions(): (person: Person) => Action[] {
  const t = useTexts(texts)
  const words = useTexts(roles)
  const can = useCan()
  const reason = useReasonField()
  return ({ id: staffId, name, role, active, invitation, actions }) => {
    return [
      {
        name: 'change',
        label: t.change,
        ...can(actions.change, t.because),
        spec: {
          title: t.change,
          fields: [
            { name: 'name', label: t.name, first: name },
            { name: 'role', label: t.role, kind: 'choice', options: optionsOf(words), first: role },
            {
              name: 'active',
              label: t.isActive,
              kind: 'choice',
              options: optionsOf({ true: t.yes, false: t.no }),
              first: String(active),
            },
            reason,
          ],
          effect: t.changeEffect,
          submit: t.change,
          run: (values, key, first) =>
            bodyOf(api.PATCH('/staff/{staffId}', sending({ staffId }, changedOver(values, first), key))),
          theirs: async () => {
            const now = await bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId } } }))
            return textsIn(now, ['name', 'role', 'active'])
          },
        },
      },
      {
        name: 'invite',
        label: invitation ? t.inviteAgain : t.invite,
        ...can(actions.invite, t.because),
        spec: {
          title: invitation ? t.inviteAgain : t.invite,
          fields: [reason],
          effect: t.inviteEffect,
          submit: invitation ? t.inviteAgain : t.invite,
          run: (values, key) => bodyOf(api.POST('/staff/{staffId}/invite', sending({ staffId }, values, key))),
          after: (made) => <Invitation made={made as Invited} />,
        },
      },
      {
        name: 'revoke',
        label: t.revoke,
        ...can(actions.revokeInvitation, t.because),
        spec: {
          title: `${t.revoke}: ${name}`,
          fields: [reason],
          effect: t.revokeEffect,
          submit: t.revoke,
          run: (values, key) =>
            bodyOf(api.POST('/staff/{staffId}/invitation/revoke', sending({ staffId }, values, key))),
        },
      },
      {
        name: 'reset',
        label: t.reset,
        ...can(actions.resetFactors, t.because),
        spec: {
          title: `${t.reset}: ${name}`,
          fields: [reason],
          effect: t.resetEffect,
          submit: t.reset,
          isDangerous: true,
          run: (values, key) =>
            bodyOf(api.POST('/staff/{staffId}/reset-second-factors', sending({ staffId }, values, key))),
        },
      },
    ]
  }
}

function InvitationState({ of: { hasPassword, invitation } }: { of: Pick<Person, 'hasPassword' | 'invitation'> }) {
  const t = useTexts(texts)
  if (!invitation) return hasPassword ? t.accepted : t.notInvited
  return (
    <>
      {t[invitation.status]} <Time at={invitation.until} />
    </>
  )
}

type Invited = { sentTo?: string; token?: string; expiresAt: string }

function Invitation({ made: { sentTo, token, expiresAt } }: { made: Invited }) {
  const t = useTexts(texts)
  // What follows # stays in the browser: no server and no log sees the token.
  const link = `${location.origin}${base}/join#${token}`
  return (
    <>
      {token === undefined ? (
        <div className="notice good" role="status">
          {t.sentTo} <strong>{sentTo}</strong>
        </div>
      ) : (
        <div className="notice wait">
          <strong>{t.once}</strong>
          <code>{link}</code>
          <CopyButton text={link}>{t.copy}</CopyButton>
        </div>
      )}
      <p className="soft">
        {t.until} <Time at={expiresAt} />
      </p>
    </>
  )
}

/** The organization of a person: the operator's staff see people of all. */
export function OfWhom({ of: { kind, id } }: { of: Person['scope'] }) {
  const scopes = useTexts(scopeWords)
  if (kind === 'platform') return scopes.platform
  return kind === 'merchant' ? <MerchantName id={id} /> : <PartnerName id={id} />
}
