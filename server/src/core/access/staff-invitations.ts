import { randomBytes } from 'node:crypto'
import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { hashPassword } from '#kernel/crypto/password.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import { commit, decide, increase, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { inBatches, type Swept } from '#kernel/db/in-batches.ts'
import type { DeliveryResult } from '#kernel/work/delivery.ts'
import type { AccessContext } from './context.ts'
import type { StaffId, StaffInvitationId } from './ids.ts'
import { checkNewPassword } from './manage-staff.ts'
import { endInvitations } from './open-invitations.ts'
import { requireActive, requireInvited } from './person-actions.ts'
import { refuse } from './refusals.ts'
import { endSecondSteps } from './second-factor/challenges.ts'
import { actorOf, type Staff } from './staff.ts'
import { endSessions } from './staff-session-store.ts'
import { findStaff, turnOf } from './store.ts'

/** A person on holiday still finds it valid. */
const lifetime = Temporal.Duration.from({ hours: 24 * 7 })

export type NewInvitation = { id: StaffInvitationId; token: Secret<string>; expiresAt: Instant }

/**
 * A link with which the person sets a password: at the beginning, and when it was forgotten. Older links of the person
 * end. The token is stored nowhere. It takes a turn with other links, and with what makes the person inactive.
 */
export const inviteStaff = (ctx: AccessContext, input: Invitation): Promise<NewInvitation> =>
  decide(() => inviteOnce(ctx, input))

type Invitation = {
  by: Author
  staffId: StaffId
  /** Whether who makes the link sees it, or only the person whom it is sent to. */
  link: 'shown' | 'emailed'
  once?: ((id: Ref) => Write[]) | undefined
}

/** Sends a link to the person whom it is for. */
export type SendInvitation = (mail: {
  to: string
  token: Secret<string>
  expiresAt: Instant
}) => Promise<DeliveryResult>

/**
 * The same, sent to the address of the person, so that who makes the link does not see it. It is sent once it is recorded;
 * whatever the mail server replies, another link can be made, which ends this one.
 */
export async function inviteByEmail(
  ctx: AccessContext,
  { send, ...input }: Omit<Invitation, 'link'> & { send: SendInvitation },
): Promise<Omit<NewInvitation, 'token'> & { sentTo: string }> {
  const { token, ...made } = await inviteStaff(ctx, { ...input, link: 'emailed' })
  const { email } = (await findStaff(ctx.db, input.staffId))!.staff
  const { outcome, response } = await send({ to: email, token, expiresAt: made.expiresAt })
  if (outcome !== 'delivered') throw refuse('invitation_not_sent', { email, response: response.slice(0, 200) })
  return { ...made, sentTo: email }
}

async function inviteOnce(ctx: AccessContext, { by, staffId, link, once }: Invitation): Promise<NewInvitation> {
  const found = await findStaff(ctx.db, staffId)
  if (!found) throw refuse('staff_not_found', { who: staffId })
  requireActive(found.staff)
  const now = ctx.clock.now()
  const token = new Secret(`fsi_${randomBytes(32).toString('base64url')}`)
  const [expiresAt, invitation] = [now.add(lifetime), ref('invitation')]
  const row = {
    staff_id: staffId,
    fingerprint: fingerprintOf(ctx.keys, token.reveal()),
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  }
  const ids = await commit(
    ctx,
    now,
    [
      turnOf(found),
      await endInvitations(ctx.db, staffId, now),
      insert('access.staff_invitations', row, { as: invitation }),
      auditEntry(now, by, {
        action: 'staffInvited',
        owner: found.staff.scope,
        subject: { type: 'staff', id: staffId },
        after: { invitation, expiresAt, link },
      }),
      ...(once?.(invitation) ?? []),
    ],
    'staff-invitations',
  )
  return { id: ids<StaffInvitationId>(invitation), token, expiresAt }
}

/** Revokes the link of a person, also one that has lapsed, so that lists no longer name it. Refuses when there is none. */
export const revokeInvitation = (
  ctx: AccessContext,
  { by, staffId, once }: { by: Author; staffId: StaffId; once?: (() => Write[]) | undefined },
): Promise<Staff> =>
  decide(async () => {
    const found = await findStaff(ctx.db, staffId)
    if (!found) throw refuse('staff_not_found', { who: staffId })
    const { staff } = found
    requireInvited(staff)
    const now = ctx.clock.now()
    const writes = [
      turnOf(found),
      await endInvitations(ctx.db, staffId, now),
      auditEntry(now, by, {
        action: 'staffInvitationRevoked',
        owner: staff.scope,
        subject: { type: 'staff', id: staffId },
      }),
      ...(once?.() ?? []),
    ]
    await commit(ctx, now, writes, 'staff-invitations')
    return { ...staff, invitedUntil: undefined }
  })

/**
 * Sets the password of the person who was invited, and ends what was opened or begun with the old one: all of the person's
 * sessions, and log-ins that wait for the second step. A link works once.
 */
export const acceptInvitation = (
  ctx: AccessContext,
  { token, password, ip }: { token: string; password: Secret<string>; ip: string },
): Promise<Staff> =>
  decide(async () => {
    const now = ctx.clock.now()
    const invitation = await findInvitation(ctx, token)
    const isOpen = invitation?.usedAt === null && Temporal.Instant.compare(now, invitation.expiresAt) < 0
    const found = isOpen ? await findStaff(ctx.db, invitation.staffId) : undefined
    if (!invitation || !found?.staff.active) throw refuse('invitation_over')
    const { staff, row } = found
    const password_hash = await hashPassword(checkNewPassword(password, staff.email))
    const writes = [
      update('access.staff_invitations', {
        set: { used_at: now },
        where: { id: invitation.id, used_at: null },
        onMiss: () => refuse('invitation_over'),
      }),
      update('access.staff', {
        set: { password_hash, password_set_at: now, version: increase(1n) },
        where: { id: staff.id, version: row.version },
        wholeRow: row,
      }),
      await endSessions(ctx, staff.id),
      await endSecondSteps(ctx.db, staff.id, now),
      auditEntry(
        now,
        { actor: actorOf(staff), fromWhere: ip },
        {
          action: 'staffPasswordSet',
          owner: staff.scope,
          subject: { type: 'staff', id: staff.id },
          after: { invitation: invitation.id },
        },
      ),
    ]
    await commit(ctx, now, writes, 'staff-invitations')
    return staff
  })

async function findInvitation({ db, keys }: Pick<AccessContext, 'db' | 'keys'>, token: string) {
  if (!/^fsi_[\w-]{43}$/.test(token)) return undefined
  const found = await db.read
    .selectFrom('access.staff_invitations')
    .selectAll()
    .where('fingerprint', '=', fingerprintOf(keys, token))
    .executeTakeFirst()
  const row = await genuineRow(db, 'access.staff_invitations', found)
  return row && { id: row.id, staffId: row.staff_id, expiresAt: row.expires_at, usedAt: row.used_at }
}

const fingerprintOf = (keys: KeyRing, token: string): Buffer => keys.fingerprint('siteKey', `staff invitation ${token}`)

/** Deletes invitations that lapsed longer ago than `kept`; the audit has them. */
export const deleteOldInvitations = (
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  kept: Temporal.Duration,
): Promise<Swept> => {
  const before = clock.now().toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  return inBatches(async (most) => (await db.run(removeLapsed, [before, most])).length)
}

const removeLapsed = `delete from access.staff_invitations where id in (
  select id from access.staff_invitations where expires_at < $1 order by expires_at limit $2) returning id`
