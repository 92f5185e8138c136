import { randomBytes } from 'node:crypto'
import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { isPermitted, type Permission, type Permissions } from '#kernel/http/route.ts'
import { findTokenCaller } from './callers-store.ts'
import type { AccessContext } from './context.ts'
import type { StaffId, StaffTokenId } from './ids.ts'
import { refuse } from './refusals.ts'
import { permissionsOf } from './roles.ts'
import type { StaffAuthor, StaffCaller } from './staff.ts'
import { findStaff, findTokenOwner, tokensOf } from './store.ts'

const lifetimeDefault = Temporal.Duration.from({ hours: 24 * 90 })
const lifetimeDaysMax = 366

export type NewToken = { id: StaffTokenId; token: Secret<string>; expiresAt: Instant }

/**
 * A token with which a program calls as this person; it is shown once. It can be narrowed, never widened.
 */
export async function createStaffToken(
  ctx: AccessContext,
  input: {
    by: StaffAuthor
    staffId: StaffId
    name: string
    permissions?: readonly string[] | undefined
    /** What the caller may do, who makes no token that may do more. */
    within?: Permissions | undefined
    lifetime?: Temporal.Duration | undefined
    /** To be part of the commit, when the caller sent an idempotency key. */
    once?: ((tokenId: Ref) => Write[]) | undefined
  },
): Promise<NewToken> {
  const found = await findStaff(ctx.db, input.staffId)
  if (!found) throw refuse('staff_not_found', { who: input.staffId })
  if (!found.staff.active) throw refuse('staff_inactive', { who: found.staff.email })
  const permissions = input.permissions?.map(checkPermission)
  checkWithin(permissions ?? [everything], input.within)
  const now = ctx.clock.now()
  const expires_at = endOf(now, input.lifetime)
  const token = new Secret(`fst_${randomBytes(32).toString('base64url')}`)
  const row = ref('token')
  const ids = await commit(
    ctx,
    now,
    [
      insert(
        'access.staff_tokens',
        {
          staff_id: input.staffId,
          name: input.name,
          fingerprint: fingerprintOf(ctx.keys, token.reveal()),
          permissions: permissions ?? null,
          created_at: now,
          expires_at,
          revoked_at: null,
          made_by: input.by.staffId ?? null,
        },
        { as: row },
      ),
      auditEntry(now, input.by, {
        action: 'staffTokenCreated',
        owner: found.staff.scope,
        subject: { type: 'staff', id: input.staffId },
        after: { token: row, name: input.name, permissions: permissions ?? null, expiresAt: expires_at },
      }),
      ...(input.once?.(row) ?? []),
    ],
    'staff-tokens',
  )
  return { id: ids<StaffTokenId>(row), token, expiresAt: expires_at }
}

export type TokenRevocation = { by: Author; id: StaffTokenId; once?: (() => Write[]) | undefined }

export async function revokeStaffToken(ctx: AccessContext, { by, id, once }: TokenRevocation): Promise<void> {
  const found = await findTokenOwner(ctx.db, id)
  const owner = found && (await findStaff(ctx.db, found.staffId))
  if (!owner) throw refuse('token_not_found', { id })
  const now = ctx.clock.now()
  const writes = [
    update('access.staff_tokens', {
      set: { revoked_at: now },
      where: { id, revoked_at: null },
      onMiss: () => refuse('token_not_found', { id }),
    }),
    auditEntry(now, by, {
      action: 'staffTokenRevoked',
      owner: owner.staff.scope,
      subject: { type: 'staff', id: owner.staff.id },
      after: { token: id },
    }),
    ...(once?.() ?? []),
  ]
  await commit(ctx, now, writes, 'staff-tokens')
}

/** Who calls with this token; undefined for one that is unknown, has expired or was revoked, and of an inactive person. */
export async function staffOfToken(
  { db, clock, keys }: Pick<AccessContext, 'db' | 'clock' | 'keys'>,
  unchecked: string,
): Promise<StaffCaller | undefined> {
  if (!/^fst_[\w-]{43}$/.test(unchecked)) return undefined
  const found = await findTokenCaller(db, fingerprintOf(keys, unchecked))
  if (!found?.staff.active) return undefined
  const { by: token, staff } = found
  if (Temporal.Instant.compare(token.expiresAt, clock.now()) <= 0) return undefined
  return {
    staff,
    via: { kind: 'token', id: token.id, ...(token.madeBy !== undefined && { madeBy: token.madeBy }) },
    permissions: permissionsOf(staff.role, token.permissions),
  }
}

/** Whether a token that was good goes on, of a person who is active and has the same role. */
export async function tokenGoesOn(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { staff: { id: staffId, role }, via }: StaffCaller,
): Promise<boolean> {
  const [found, tokens] = await Promise.all([findStaff(db, staffId), tokensOf(db, staffId)])
  const token = tokens.find(({ id }) => id === via.id)
  const isGood = token && !token.revokedAt && Temporal.Instant.compare(token.expiresAt, clock.now()) > 0
  return isGood === true && found?.staff.active === true && found.staff.role === role
}

const fingerprintOf = (keys: KeyRing, token: string): Buffer => keys.fingerprint('siteKey', `staff ${token}`)

function checkPermission(unchecked: string): Permission {
  if (!/^(?:[a-z][a-z-]*|\*):(?:[a-z][a-z-]*|\*)$/.test(unchecked))
    throw refuse('invalid_permission', { field: 'permissions', permission: unchecked.slice(0, 50) })
  return unchecked as Permission
}

const everything: Permission = '*:*'

/** A program with a narrowed token makes no token that is wider, for whomever it is. */
function checkWithin(wanted: readonly Permission[], within: Permissions | undefined): void {
  const wider = within && wanted.find((permission) => !isPermitted(within, permission))
  if (wider) throw refuse('token_wider', { field: 'permissions', permission: wider === everything ? 'all' : wider })
}

function endOf(now: Instant, lifetime: Temporal.Duration = lifetimeDefault): Instant {
  const start = now.toZonedDateTimeISO('UTC')
  const end = start.add(lifetime).toInstant()
  const isTooShort = Temporal.Instant.compare(end, now.add({ hours: 1 })) < 0
  if (isTooShort || Temporal.Instant.compare(end, start.add({ days: lifetimeDaysMax }).toInstant()) > 0)
    throw refuse('invalid_lifetime', { field: 'lifetime', daysMax: lifetimeDaysMax })
  return end
}
