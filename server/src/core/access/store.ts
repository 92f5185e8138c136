import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { StaffId, StaffTokenId } from './ids.ts'
import type { StaffScope } from './roles.ts'
import type { Staff, StaffToken } from './staff.ts'

const people = (db: Db) =>
  db.read
    .selectFrom('access.staff')
    .select([
      'id',
      'version',
      'scope_kind as scopeKind',
      'scope_id as scopeId',
      'email',
      'name',
      'role',
      'active',
      'password_hash as passwordHash',
      'created_at as createdAt',
      openInvitation,
    ])
/** Of the newest link that was neither used nor revoked, until when it counts; it may be over. */
const openInvitation = sql<Instant | null>`(select i.expires_at from access.staff_invitations i
  where i.staff_id = access.staff.id and i.used_at is null order by i.id desc limit 1)`.as('invitedUntil')
type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

export type StaffRow = { staff: Staff; version: number; passwordHash: string | null }
const staffOf = ({ version, passwordHash, invitedUntil, scopeKind, scopeId, ...row }: Row): StaffRow => ({
  staff: {
    ...row,
    scope: { kind: scopeKind, id: scopeId },
    hasPassword: passwordHash !== null,
    invitedUntil: invitedUntil ?? undefined,
  },
  version,
  passwordHash,
})

export async function findStaff(db: Db, id: StaffId): Promise<StaffRow | undefined> {
  const row = await people(db).where('id', '=', id).executeTakeFirst()
  return row && staffOf(row)
}

/** @param email In small letters. */
export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | undefined> {
  const row = await people(db).where('email', '=', email).executeTakeFirst()
  return row && staffOf(row)
}

/** The people of rows of a list, in their order. */
export async function peopleOf(db: Db, rows: readonly { id: StaffId }[]): Promise<Staff[]> {
  const ids = rows.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await people(db).where('id', 'in', ids).execute()
  const byId = new Map(found.map((row) => [row.id, staffOf(row).staff]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By ascending id; of one scope, when it is given. */
export async function listStaff(db: Db, scope: StaffScope | undefined, limit: number): Promise<Staff[]> {
  const rows = await people(db)
    .$if(scope !== undefined, (query) => query.where('scope_kind', '=', scope!.kind).where('scope_id', '=', scope!.id))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => staffOf(row).staff)
}

export type Page = { page: number; size: number }
/**
 * What depends on a person as just read: on the password, the second factors, the open sessions. All of it is done one
 * after the other: of two at the same moment the later one finds the person changed, and decides again.
 */
export const turnOf = ({ staff: { id }, version }: Pick<StaffRow, 'staff' | 'version'>): Write =>
  update('access.staff', { set: { version: increase(1n) }, where: { id, version } })

export async function activeOwners(db: Db, scope: StaffScope): Promise<StaffId[]> {
  const rows = await db.read
    .selectFrom('access.staff')
    .select('id')
    .where('scope_kind', '=', scope.kind)
    .where('scope_id', '=', scope.id)
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

export type TokenHolder = {
  tokenId: StaffTokenId
  staffId: StaffId
  permissions: readonly Permission[] | undefined
  expiresAt: Instant
  madeBy: StaffId | undefined
}

/** The person of a token that was not revoked. */
export async function findTokenHolder(db: Db, fingerprint: Uint8Array): Promise<TokenHolder | undefined> {
  const row = await db.read
    .selectFrom('access.staff_tokens')
    .select(['id as tokenId', 'staff_id as staffId', 'permissions', 'expires_at as expiresAt', 'made_by as madeBy'])
    .where('fingerprint', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, permissions: row.permissions ?? undefined, madeBy: row.madeBy ?? undefined }
}

/** Newest first, with those that have ended. */
export async function tokensOf(db: Db, staffId: StaffId): Promise<StaffToken[]> {
  const rows = await db.read
    .selectFrom('access.staff_tokens')
    .select([
      'id',
      'name',
      'permissions',
      'made_by as madeBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('staff_id', '=', staffId)
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute()
  return rows.map((row) => ({
    ...row,
    permissions: row.permissions ?? undefined,
    madeBy: row.madeBy ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
  }))
}

export const findTokenOwner = (db: Db, id: StaffTokenId): Promise<{ staffId: StaffId } | undefined> =>
  db.read
    .selectFrom('access.staff_tokens')
    .select('staff_id as staffId')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
