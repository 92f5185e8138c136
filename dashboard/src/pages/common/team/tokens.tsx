import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { type BecauseOf, filled, sending, useCan, useGate } from '../acting.tsx'
import { Actor } from '../actor.tsx'

type Token = Entry<'listStaffTokens'>
type Because = BecauseOf<Token['actions']>

const texts = {
  en: {
    title: 'API tokens',
    name: 'Name',
    actions: 'Actions',
    none: 'No program works for this person.',
    may: 'May do',
    all: 'All of the role',
    madeBy: 'Made by',
    expires: 'Ends',
    add: 'New token',
    addEffect: 'It is shown once. It may do what the role allows, or less.',
    permissions: 'Permissions',
    permissionsHint: 'With commas, for example *:read, refunds:create. Empty: all of the role.',
    lifetime: 'Valid for',
    lifetimeHint: 'For example P30D. Empty: ninety days.',
    once: 'It is shown once.',
    copy: 'Copy',
    revoke: 'Revoke',
    revokeEffect: 'It is refused from now on.',
    because: { token_not_found: 'It is revoked.' } satisfies Because,
  },
  ro: {
    title: 'Tokenuri API',
    name: 'Nume',
    actions: 'Acțiuni',
    none: 'Niciun program nu lucrează pentru această persoană.',
    may: 'Poate face',
    all: 'Tot ce poate rolul',
    madeBy: 'Făcut de',
    expires: 'Se încheie',
    add: 'Token nou',
    addEffect: 'Se arată o singură dată. Poate face ce permite rolul sau mai puțin.',
    permissions: 'Permisiuni',
    permissionsHint: 'Cu virgule, de exemplu *:read, refunds:create. Gol: tot ce poate rolul.',
    lifetime: 'Valabil',
    lifetimeHint: 'De exemplu P30D. Gol: nouăzeci de zile.',
    once: 'Se arată o singură dată.',
    copy: 'Copiază',
    revoke: 'Revocă',
    revokeEffect: 'De acum este refuzat.',
    because: { token_not_found: 'Este revocat.' } satisfies Because,
  },
} satisfies Texts<unknown>

/** The programs that work for a person. */
export function Tokens({ staffId }: { staffId: string }) {
  const t = useTexts(texts)
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', staffId, 'tokens'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/staff/{staffId}/tokens', { params: { path: { staffId }, query: { size: 100 } }, signal })),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Panel title={t.title} actions={<Add staffId={staffId} />}>
      {data.data.length === 0 && <p className="soft">{t.none}</p>}
      {data.data.length > 0 && (
        <SmallTable
          title={t.title}
          heads={[t.name, t.may, t.madeBy, t.expires, t.actions]}
          rows={data.data.map((token) => ({
            key: token.id,
            cells: [
              token.name,
              token.permissions?.join(', ') ?? t.all,
              token.madeBy && <Actor key="made" of={token.madeBy} />,
              <Time key="ends" at={token.revokedAt ?? token.expiresAt} />,
              <Revoke key="revoke" staffId={staffId} token={token} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Add({ staffId }: { staffId: string }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'add',
        label: t.add,
        ...gate('staff:change'),
        spec: {
          title: t.add,
          fields: [
            { name: 'name', label: t.name, isRequired: true },
            { name: 'permissions', label: t.permissions, hint: t.permissionsHint },
            { name: 'lifetime', label: t.lifetime, hint: t.lifetimeHint },
            reason,
          ],
          effect: t.addEffect,
          submit: t.add,
          run: ({ permissions = '', ...values }, key) => {
            const list = permissions.split(/[\s,]+/).filter((one) => one !== '')
            const body = { ...filled(values), ...(list.length > 0 && { permissions: list }) }
            return bodyOf(api.POST('/staff/{staffId}/tokens', sending({ staffId }, body, key)))
          },
          after: (result) => <Made of={result as Reply<'createStaffToken'>} />,
        },
      }}
    />
  )
}

function Made({ of: { token } }: { of: Reply<'createStaffToken'> }) {
  const t = useTexts(texts)
  return (
    <>
      <div className="notice wait">{t.once}</div>
      <p>
        <code>{token}</code> <CopyButton text={token}>{t.copy}</CopyButton>
      </p>
    </>
  )
}

function Revoke({ staffId, token: { id, name, actions } }: { staffId: string; token: Token }) {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'revoke',
        label: t.revoke,
        ...can(actions.revoke, t.because),
        spec: {
          title: `${t.revoke}: ${name}`,
          fields: [reason],
          effect: t.revokeEffect,
          submit: t.revoke,
          isDangerous: true,
          run: (values, key) =>
            bodyOf(
              api.POST('/staff/{staffId}/tokens/{tokenId}/revoke', sending({ staffId, tokenId: id }, values, key)),
            ),
        },
      }}
    />
  )
}
