import { refuse } from './refusals.ts'
import { actorOf, type Staff, type StaffToken } from './staff.ts'
import { staffActions } from './staff-actions.ts'

/** What owners do about a person. Whether there is a second factor to reset is read when it is done. */
export const personActions = staffActions(
  {
    change: { permission: 'staff:change' },
    invite: { permission: 'staff:change' },
    revokeInvitation: { permission: 'staff:change' },
    resetFactors: { permission: 'staff:change' },
  },
  ['staff_inactive', 'no_open_invitation', 'own_second_factor'],
)

export const personGuards = (person: Staff, me: Pick<Staff, 'id'>) => ({
  change: () => undefined,
  invite: () => requireActive(person),
  revokeInvitation: () => requireInvited(person),
  resetFactors: () => requireAnother(person, actorOf(me)),
})

/** What owners do with a token of a person. */
export const tokenActions = staffActions({ revoke: { permission: 'staff:change' } }, ['token_not_found'])

export const tokenGuards = (token: Pick<StaffToken, 'id' | 'revokedAt'>) => ({ revoke: () => requireUnrevoked(token) })

export function requireActive({ active, email }: Pick<Staff, 'active' | 'email'>): void {
  if (!active) throw refuse('staff_inactive', { who: email })
}

export function requireInvited({ invitedUntil, email }: Pick<Staff, 'invitedUntil' | 'email'>): void {
  if (!invitedUntil) throw refuse('no_open_invitation', { email })
}

/** One's own factors are removed under Security, where they are proved. */
export function requireAnother(person: Pick<Staff, 'id'>, actor: string): void {
  if (actor === actorOf(person)) throw refuse('own_second_factor')
}

/** One that was revoked is no token any more. */
export function requireUnrevoked({ id, revokedAt }: Pick<StaffToken, 'id' | 'revokedAt'>): void {
  if (revokedAt) throw refuse('token_not_found', { id })
}
