import { type Selectable, sql } from 'kysely'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { StaffId, StaffTokenId } from './ids.ts'
import { invitedUntil } from './open-invitations.ts'
import type { StaffScope } from './roles.ts'
import type { Staff, StaffToken } from './staff.ts'

const people = (db: Db) => db.read.selectFrom('access.staff').selectAll().select(hasOpenInvitation)
/** So that the invitations of people who have none are not read. */
const hasOpenInvitation = sql<boolean>`exists (select from access.staff_invitations i
  where i.staff_id = access.staff.id and i.used_at is null)`.as('hasInvitation')
type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

/** A person, and its row as it was read. `hasSecondFactor`: one is asked of the person, also when somebody has taken its row away. */
export type StaffRow = {
  staff: Staff
  passwordHash: string | null
  hasSecondFactor: boolean
  row: Selectable<Schema['access.staff']>
}

/** The people of the rows that the program made, in their order. */
async function staffOf(db: Db, rows: readonly Row[]): Promise<StaffRow[]> {
  const good = await genuine(db, 'access.staff', rows)
  const until = await invitedUntil(
    db,
    good.filter(({ hasInvitation }) => hasInvitation).map(({ id }) => id),
  )
  return good.map(({ hasInvitation, ...row }) => ({
    row,
    staff: { ...personOf(row), invitedUntil: until.get(row.id) },
    passwordHash: row.password_hash,
    hasSecondFactor: row.has_second_factor,
  }))
}

/** Without the invitation. */
export const personOf = ({ id, email, name, role, active, ...row }: Selectable<Schema['access.staff']>): Staff => ({
  ...{ id, email, name, role, active },
  createdAt: row.created_at,
  scope: { kind: row.scope_kind, id: row.scope_id },
  hasPassword: row.password_hash !== null,
  invitedUntil: undefined,
})

const onlyOne = async (db: Db, row: Row | undefined): Promise<StaffRow | undefined> =>
  row && (await staffOf(db, [row]))[0]

export const findStaff = async (db: Db, id: StaffId): Promise<StaffRow | undefined> =>
  onlyOne(db, await people(db).where('id', '=', id).executeTakeFirst())

/** @param email In small letters. */
export const findStaffByEmail = async (db: Db, email: string): Promise<StaffRow | undefined> =>
  onlyOne(db, await people(db).where('email', '=', email).executeTakeFirst())

/** The people of rows of a list, in their order. */
export async function peopleOf(db: Db, rows: readonly { id: StaffId }[]): Promise<Staff[]> {
  const ids = rows.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await people(db).where('id', 'in', ids).execute()
  const byId = new Map((await staffOf(db, found)).map(({ staff }) => [staff.id, staff]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By ascending id; of one scope, when it is given. */
export async function listStaff(db: Db, scope: StaffScope | undefined, limit: number): Promise<Staff[]> {
  const rows = await people(db)
    .$if(scope !== undefined, (query) => query.where('scope_kind', '=', scope!.kind).where('scope_id', '=', scope!.id))
    .orderBy('id')
    .limit(limit)
    .execute()
  return (await staffOf(db, rows)).map(({ staff }) => staff)
}

export type Page = { page: number; size: number }
/**
 * What depends on a person as just read: on the password, the second factors, the open sessions. All of it is done one
 * after the other: of two at the same moment the later one finds the person changed, and decides again.
 */
export const turnOf = ({ row }: Pick<StaffRow, 'row'>, set: { has_second_factor?: boolean } = {}): Write =>
  update('access.staff', {
    set: { ...set, version: increase(1n) },
    where: { id: row.id, version: row.version },
    wholeRow: row,
  })

export async function activeOwners(db: Db, scope: StaffScope): Promise<StaffId[]> {
  const rows = await db.read
    .selectFrom('access.staff')
    .selectAll()
    .where('scope_kind', '=', scope.kind)
    .where('scope_id', '=', scope.id)
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .execute()
  return (await genuine(db, 'access.staff', rows)).map(({ id }) => id)
}

const tokens = (db: Db) => db.read.selectFrom('access.staff_tokens').selectAll()

/** Newest first, with those that have ended. */
export async function tokensOf(db: Db, staffId: StaffId): Promise<StaffToken[]> {
  const rows = await tokens(db).where('staff_id', '=', staffId).orderBy('id', 'desc').limit(1_000).execute()
  return (await genuine(db, 'access.staff_tokens', rows)).map(tokenOf)
}

export const tokenOf = (row: Selectable<Schema['access.staff_tokens']>): StaffToken & { staffId: StaffId } => ({
  id: row.id,
  staffId: row.staff_id,
  name: row.name,
  permissions: row.permissions ?? undefined,
  madeBy: row.made_by ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at ?? undefined,
})

export async function findTokenOwner(db: Db, id: StaffTokenId): Promise<{ staffId: StaffId } | undefined> {
  const found = await tokens(db).where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst()
  const row = await genuineRow(db, 'access.staff_tokens', found)
  return row && { staffId: row.staff_id }
}
