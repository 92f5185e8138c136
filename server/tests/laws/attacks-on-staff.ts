import type { Staff } from '#core/access'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import { copyOf, madeOf, putBack } from '../world/attacker.ts'
import { openBrowserOf, password } from '../world/dashboard-session.ts'
import { authorOf, logsInByPasskey, newPassword, type UnderAttack, wanted, whoIs } from '../world/staff-under-attack.ts'

type Row = { what: string; id: bigint }
/** What is done to the rows of staff. */
export type Attack = {
  /** The row that `verify` names; undefined: the database refuses the statement. */
  names?: (at: UnderAttack) => Row
  does: (at: UnderAttack) => string
  values?: (old: Old) => readonly unknown[]
  /** What the attacker has of it; undefined: nothing. */
  gains?: (at: UnderAttack) => Promise<unknown>
}
/** Rows as the attacker has seen them earlier. */
export type Old = { used: string; olga: string }

const [staff, sessions, tokens] = ['access.staff', 'access.staff_sessions', 'access.staff_tokens'] as const
const [invitations, factors] = ['access.staff_invitations', 'access.staff_factors']
const [challenges, codes, approvals] = ['access.staff_challenges', 'access.staff_recovery_codes', 'access.approvals']
/** The tables in which rows are attacked. */
export const attackedTables = [
  staff,
  sessions,
  tokens,
  invitations,
  factors,
  challenges,
  codes,
  approvals,
  'florin.retired_codes',
]

const set = (table: string, id: bigint, values: string) => `update ${table} set ${values} where id = ${id}`
const person = (of: (at: UnderAttack) => Staff) => (at: UnderAttack) => ({ what: 'member of staff', id: of(at).id })
const named = (what: string, id: (at: UnderAttack) => bigint) => (at: UnderAttack) => ({ what, id: id(at) })

const bySession = (of: keyof UnderAttack['sessions']) => async (at: UnderAttack) =>
  (await at.world.app.staff.ofSession(at.sessions[of].token, { isUse: false }))?.staff.email
const byToken = (of: keyof UnderAttack['tokens']) => async (at: UnderAttack) =>
  (await at.world.app.staff.ofToken(at.tokens[of].token.reveal()))?.staff.email
const byLink = (of: keyof UnderAttack['invitations']) => async (at: UnderAttack) => {
  const input = { token: at.invitations[of].token.reveal(), password: new Secret(password), ip: '127.0.0.1' }
  return whatIsNotRefused(at.world.app.staff.acceptInvitation(input))
}
const byPassword = (of: (at: UnderAttack) => string) => (at: UnderAttack) =>
  at.world.app.staff.checkPassword({ email: of(at), password: new Secret(password) })
const byPasskey =
  (of: (at: UnderAttack) => Pick<UnderAttack['kim'], 'passkey' | 'credentialId'>) => (at: UnderAttack) =>
    logsInByPasskey(at.world, of(at).passkey, of(at).credentialId)
const isAllowed = (subject: string, request?: unknown) => async (at: UnderAttack) =>
  (await at.world.app.approvals.require(wanted(authorOf(at.sam), subject, request))).allowed || undefined

const byPasswordAndCode = async ({ world, olga, recoveryCodes }: UnderAttack) => {
  const browser = openBrowserOf(world)
  await browser.call('POST', '/session', { email: olga.email, password: newPassword })
  await browser.call('POST', '/session/second-step', { recoveryCode: recoveryCodes[0] })
  return whoIs(browser)
}
const byPasswordAlone = async ({ world, olga }: UnderAttack) => {
  const browser = openBrowserOf(world)
  await browser.call('POST', '/session', { email: olga.email, password: newPassword })
  return whoIs(browser)
}
const byBegunLogin = async ({ pending, recoveryCodes }: UnderAttack) => {
  await pending.browser.call('POST', '/session/second-step', { recoveryCode: recoveryCodes[1] })
  return whoIs(pending.browser)
}

async function whatIsNotRefused(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const ofSession = (of: keyof UnderAttack['sessions']) => named('session of staff', (at) => at.sessions[of].id)
const ofToken = (of: keyof UnderAttack['tokens']) => named('token of staff', (at) => at.tokens[of].id)
const ofLink = (of: keyof UnderAttack['invitations']) => named('invitation of staff', (at) => at.invitations[of].id)
const ofApproval = (of: 'waits' | 'approved' | 'used') => named('approval', (at) => at.approvals[of])
const ofFactor = (id: (at: UnderAttack) => bigint) => named('second factor of staff', id)
const inserted = 900_001n

/** By what is done. */
export const attacks: Readonly<Record<string, Attack>> = {
  'a session is inserted': {
    does: ({ sessions: { session }, olga }) => madeOf(sessions, session.id, { staff_id: olga.id }),
    names: ofSession('session'),
    gains: bySession('session'),
  },
  'a session is moved to another person': {
    does: ({ sessions: { session }, olga }) => set(sessions, session.id, `staff_id = ${olga.id}`),
    names: ofSession('session'),
    gains: bySession('session'),
  },
  'a session is copied with its code': {
    does: ({ sessions: { session }, olga }) =>
      copyOf(sessions, session.id, { id: inserted, staff_id: olga.id, fingerprint: '\\x01' }),
  },
  'a session that has expired is extended': {
    does: ({ sessions: { over } }) =>
      set(
        sessions,
        over.id,
        `expires_at = expires_at + interval '1 year', last_used_at = last_used_at + interval '8 days'`,
      ),
    names: ofSession('over'),
    gains: bySession('over'),
  },
  'a session that was ended goes on': {
    does: ({ sessions: { ended } }) => set(sessions, ended.id, 'ended_at = null'),
    names: ofSession('ended'),
    gains: bySession('ended'),
  },
  'an invitation is inserted': {
    does: ({ invitations: { open }, olga }) => madeOf(invitations, open.id, { staff_id: olga.id }),
    names: ofLink('open'),
    gains: byLink('open'),
  },
  'an invitation is moved to another person': {
    does: ({ invitations: { open }, olga }) => set(invitations, open.id, `staff_id = ${olga.id}`),
    names: ofLink('open'),
    gains: byLink('open'),
  },
  'an invitation that was ended is open again': {
    does: ({ invitations: { replaced } }) => set(invitations, replaced.id, 'used_at = null'),
    names: ofLink('replaced'),
    gains: byLink('replaced'),
  },
  'an invitation that has lapsed is extended': {
    does: ({ invitations: { lapsed } }) => set(invitations, lapsed.id, `expires_at = expires_at + interval '1 year'`),
    names: ofLink('lapsed'),
    gains: byLink('lapsed'),
  },
  'a person with a known password is inserted': {
    does: ({ sam }) => copyOf(staff, sam.id, { id: inserted, email: 'new@florin.example', role: 'owner', mac: null }),
    names: named('member of staff', () => inserted),
    gains: byPassword(() => 'new@florin.example'),
  },
  'a person gets a known password': {
    does: ({ sam, olga }) =>
      set(staff, olga.id, `password_hash = (select password_hash from access.staff where id = ${sam.id})`),
    names: person(({ olga }) => olga),
    gains: byPassword(({ olga }) => olga.email),
  },
  'an older password is put back': {
    does: () => putBack(staff, ['password_hash', 'password_set_at', 'version']),
    values: ({ olga }) => [olga],
    names: person(({ olga }) => olga),
    gains: byPassword(({ olga }) => olga.email),
  },
  'an older password is put back with its code': {
    does: () => putBack(staff, ['password_hash', 'password_set_at', 'version', 'mac']),
    values: ({ olga }) => [olga],
  },
  'a role is changed': {
    does: ({ sam }) => set(staff, sam.id, `role = 'owner'`),
    names: person(({ sam }) => sam),
    gains: bySession('session'),
  },
  'an organization is changed': {
    does: ({ sam }) => set(staff, sam.id, `scope_kind = 'partner', scope_id = '501'`),
    names: person(({ sam }) => sam),
    gains: byToken('narrow'),
  },
  'a person who has left is active again': {
    does: ({ gus }) => set(staff, gus.id, 'active = true'),
    names: person(({ gus }) => gus),
    gains: byPassword(({ gus }) => gus.email),
  },
  'a person gets the e-mail address of the attacker': {
    does: ({ olga }) => set(staff, olga.id, `email = 'own@florin.example'`),
    names: person(({ olga }) => olga),
    gains: ({ world }) => whatIsNotRefused(world.app.staff.withEmail('own@florin.example')),
  },
  'two people change places': {
    does: ({ sam, olga }) => `update access.staff s
      set (role, name, password_hash, password_set_at, created_at, version) =
          (select role, name, password_hash, password_set_at, created_at, version from access.staff o
           where o.id in (${sam.id}, ${olga.id}) and o.id <> s.id) where id in (${sam.id}, ${olga.id})`,
    names: person(({ sam }) => sam),
    gains: bySession('session'),
  },
  'two people change places with their codes': {
    does: ({ sam, olga }) => `
      create temp table both_people on commit drop as select * from access.staff where id in (${sam.id}, ${olga.id});
      update access.staff set email = email || '.', mac = null where id in (${sam.id}, ${olga.id});
      update access.staff s set role = o.role, email = o.email, password_hash = o.password_hash, mac = o.mac
        from both_people o where s.id in (${sam.id}, ${olga.id}) and o.id <> s.id`,
  },
  'a token is moved to another person': {
    does: ({ tokens: { narrow }, olga }) => set(tokens, narrow.id, `staff_id = ${olga.id}`),
    names: ofToken('narrow'),
    gains: byToken('narrow'),
  },
  'a token is widened': {
    does: ({ tokens: { narrow } }) => set(tokens, narrow.id, 'permissions = null'),
    names: ofToken('narrow'),
    gains: byToken('narrow'),
  },
  'a token that was revoked is good again': {
    does: ({ tokens: { revoked } }) => set(tokens, revoked.id, 'revoked_at = null'),
    names: ofToken('revoked'),
    gains: byToken('revoked'),
  },
  'a second factor is inserted': {
    does: ({ kim, vera }) =>
      copyOf(factors, kim.id, { id: inserted, staff_id: vera.staff.id, credential_id: '\\x01', mac: null }),
    names: ofFactor(() => inserted),
    gains: byPasskey(({ kim }) => ({ ...kim, credentialId: 'AQ' })),
  },
  'a second factor is moved to another person': {
    does: ({ kim, vera }) => set(factors, kim.id, `staff_id = ${vera.staff.id}`),
    names: ofFactor(({ kim }) => kim.id),
    gains: byPasskey(({ kim }) => kim),
  },
  'the key of a passkey is replaced': {
    does: ({ kim, vera }) =>
      set(factors, vera.id, `public_key = (select public_key from access.staff_factors where id = ${kim.id})`),
    names: ofFactor(({ vera }) => vera.id),
    gains: byPasskey(({ kim, vera }) => ({ ...vera, passkey: kim.passkey })),
  },
  'a second factor that was removed is there again': {
    does: ({ lost }) => set(factors, lost.id, 'removed_at = null'),
    names: ofFactor(({ lost }) => lost.id),
    gains: byPasskey(({ lost }) => lost),
  },
  'a second factor is removed': {
    does: ({ appOfOlga }) => set(factors, appOfOlga, 'removed_at = now()'),
    names: ofFactor(({ appOfOlga }) => appOfOlga),
    gains: byPasswordAlone,
  },
  'a second factor is removed, and the person has none': {
    does: ({ appOfOlga, olga }) =>
      `${set(factors, appOfOlga, 'removed_at = now()')}; ${set(staff, olga.id, 'has_second_factor = false')}`,
    names: person(({ olga }) => olga),
    gains: byPasswordAlone,
  },
  'a second factor is moved away': {
    does: ({ appOfOlga, kim }) => set(factors, appOfOlga, `staff_id = ${kim.staff.id}`),
    names: ofFactor(({ appOfOlga }) => appOfOlga),
    gains: byPasswordAlone,
  },
  'a recovery code is inserted': {
    does: ({ firstCode }) => madeOf(codes, firstCode, {}),
    names: named('recovery code of staff', ({ firstCode }) => firstCode),
    gains: byPasswordAndCode,
  },
  'a log-in that waits for the second step is of another person': {
    does: ({ pending, olga }) => set(challenges, pending.id, `staff_id = ${olga.id}`),
    names: named('challenge of staff', ({ pending }) => pending.id),
    gains: byBegunLogin,
  },
  'an approval is inserted': {
    does: ({ approvals: { waits }, olga }) =>
      copyOf(approvals, waits, {
        ...{ id: inserted, subject_id: 'inserted', status: 'approved', decided_by: olga.id, mac: null },
        ...{ decision_reason: 'It is right.', decided_at: '2031-03-10T10:00:00Z' },
      }),
    names: named('approval', () => inserted),
    gains: isAllowed('inserted'),
  },
  'an approval is decided': {
    does: ({ approvals: { waits }, olga }) =>
      set(
        approvals,
        waits,
        `status = 'approved', decided_by = ${olga.id}, decision_reason = 'Right.', decided_at = now()`,
      ),
    names: ofApproval('waits'),
    gains: isAllowed('waits'),
  },
  'what was approved is changed': {
    does: ({ approvals: { approved } }) => set(approvals, approved, `request = '{"decision": "reject"}'`),
    names: ofApproval('approved'),
    gains: isAllowed('approved', { decision: 'reject' }),
  },
  'an approval that was used is approved again': {
    does: () => putBack(approvals, ['status', 'used_at', 'version']),
    values: ({ used }) => [used],
    names: ofApproval('used'),
    gains: isAllowed('used'),
  },
  'an approval that was used is put back with its code': {
    does: () => putBack(approvals, ['status', 'used_at', 'version', 'mac']),
    values: ({ used }) => [used],
  },
}
