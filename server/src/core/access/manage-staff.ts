import { type Author, auditEntry, checkEmail, checkName, difference, normalEmail } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { hashPassword, passwordMatches, unknownUserHash } from '#kernel/crypto/password.ts'
import { commit, decide, increase, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { isCommonPassword } from './common-password.ts'
import type { AccessContext } from './context.ts'
import type { StaffId } from './ids.ts'
import { endInvitations } from './open-invitations.ts'
import { refuse } from './refusals.ts'
import { type StaffRole, type StaffScope, staffRoles } from './roles.ts'
import { endSecondSteps } from './second-factor/challenges.ts'
import type { Staff } from './staff.ts'
import { endSessions } from './staff-session-store.ts'
import { activeOwners, findStaff, findStaffByEmail, type StaffRow } from './store.ts'

export type StaffInput = {
  by: Author
  scope: StaffScope
  email: string
  name: string
  role: string
  /** Undefined: the person cannot log in to pages yet. */
  password?: Secret<string> | undefined
  /** To be part of the commit, when the caller sent an idempotency key. */
  once?: ((staffId: Ref) => Write[]) | undefined
}

/** Adds a person. An e-mail address is unique in the whole installation. */
export async function addStaff(ctx: AccessContext, unchecked: StaffInput): Promise<Staff> {
  const { by, scope, once } = unchecked
  const email = checkEmail(unchecked.email)
  const name = checkName(unchecked.name)
  const role = checkRole(unchecked.role)
  const password_hash = unchecked.password ? await hashPassword(checkNewPassword(unchecked.password, email)) : null
  const now = ctx.clock.now()
  const staff = ref('staff')
  const row = { scope_kind: scope.kind, scope_id: scope.id, email, name, role, password_hash, created_at: now }
  const ids = await commit(
    ctx,
    now,
    [
      insert('access.staff', row, {
        as: staff,
        onDuplicate: { staff_email_key: () => refuse('email_taken', { field: 'email' }) },
      }),
      auditEntry(now, by, {
        action: 'staffAdded',
        owner: scope,
        subject: { type: 'staff', id: staff },
        after: { email, name, role },
      }),
      ...(once?.(staff) ?? []),
    ],
    'manage-staff',
  )
  const ways = { hasPassword: password_hash !== null, invitedUntil: undefined }
  return { id: ids<StaffId>(staff), scope, email, name, role, active: true, createdAt: now, ...ways }
}

export type StaffChange = { name?: string | undefined; role?: string | undefined; active?: boolean | undefined }

/** `expect` refuses what the author has not seen. */
export type StaffChanges = { by: Author; id: StaffId; changes: StaffChange; expect?: (staff: Staff) => void }

/** Changes what is given. The last active owner of a scope stays one: nobody else could make the next. */
export const changeStaff = (ctx: AccessContext, { by, id, changes, expect }: StaffChanges) =>
  decide(async (): Promise<Staff> => {
    const found = await findStaff(ctx.db, id)
    if (!found) throw refuse('staff_not_found', { who: id })
    const { staff, row } = found
    expect?.(staff)
    const before = { name: staff.name, role: staff.role, active: staff.active }
    const after = {
      name: changes.name === undefined ? staff.name : checkName(changes.name),
      role: changes.role === undefined ? staff.role : checkRole(changes.role),
      active: changes.active ?? staff.active,
    }
    const changed = difference(before, after)
    if (!changed) return staff
    const wasOwner = staff.role === 'owner' && staff.active
    const isOwner = after.role === 'owner' && after.active
    const owners = wasOwner && !isOwner ? await activeOwners(ctx.db, staff.scope) : []
    const [other] = owners.filter((owner) => owner !== id)
    if (wasOwner && !isOwner && other === undefined)
      throw refuse('last_owner', { scope: `${staff.scope.kind} ${staff.scope.id}` })
    const now = ctx.clock.now()
    const writes = [
      update('access.staff', {
        set: { ...after, version: increase(1n) },
        where: { id, version: row.version },
        wholeRow: row,
      }),
      // Two owners who remove one another at the same moment: the later one finds the other changed, and decides again.
      ...(other === undefined
        ? []
        : [
            update('access.staff', {
              set: { version: increase(1n) },
              where: { id: other, role: 'owner' as const, active: true },
            }),
          ]),
      // What the person had open does not come back when they do.
      ...(staff.active && !after.active ? await endAllOf(ctx, id, now) : []),
      auditEntry(now, by, {
        action: 'staffChanged',
        owner: staff.scope,
        subject: { type: 'staff', id },
        ...changed,
      }),
    ]
    await commit(ctx, now, writes, 'manage-staff')
    return { ...staff, ...after, ...(!after.active && { invitedUntil: undefined }) }
  })

/** Ends the sessions of a person, log-ins that wait for the second step, and links that set a password. */
const endAllOf = async (ctx: AccessContext, id: StaffId, now: Instant): Promise<Write[]> =>
  Promise.all([endSessions(ctx, id), endSecondSteps(ctx.db, id, now), endInvitations(ctx.db, id, now)])

/** The person, when e-mail and password are theirs. Takes the same time whether or not the e-mail is known. */
export const checkPassword = async (
  ctx: Pick<AccessContext, 'db'>,
  unchecked: { email: string; password: Secret<string> },
): Promise<Staff | undefined> => (await withPassword(ctx, unchecked))?.staff

/** As `checkPassword`, with the version of the person whose password it is. */
export async function withPassword(
  { db }: Pick<AccessContext, 'db'>,
  unchecked: { email: string; password: Secret<string> },
): Promise<StaffRow | undefined> {
  const found = await findStaffByEmail(db, normalEmail(unchecked.email))
  const matches = await passwordMatches(unchecked.password, found?.passwordHash ?? unknownUserHash)
  return found && matches && found.staff.active ? found : undefined
}

function checkRole(unchecked: string): StaffRole {
  const role = staffRoles.find((known) => known === unchecked)
  if (!role) throw refuse('invalid_role', { field: 'role', roles: staffRoles.join(', ') })
  return role
}

/**
 * Refuses one that is too short or too long, and one that is tried first: a common word, however it is decorated, the own
 * address, digits alone, or a few characters again and again (NIST SP 800-63B, 3.1.1.2).
 */
export function checkNewPassword(unchecked: Secret<string>, email: string): Secret<string> {
  const text = unchecked.reveal().normalize('NFC')
  const { length } = [...text]
  if (length < passwordMin || length > passwordMax)
    throw refuse('invalid_password', { field: 'password', lengthMin: passwordMin, lengthMax: passwordMax })
  const isPoor = /^\d+$/.test(text) || new Set(text).size < charactersMin
  if (isPoor || isCommonPassword(text, email)) throw refuse('common_staff_password', { field: 'password' })
  return unchecked
}
const passwordMin = 12
const passwordMax = 512
const charactersMin = 5
