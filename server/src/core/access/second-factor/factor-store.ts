import { type Selectable, sql } from 'kysely'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { StaffFactorId, StaffId, StaffRecoveryCodeId } from '../ids.ts'
import type { Factor } from './factor.ts'

/** A factor with what checks its proofs. */
export type HeldFactor = Factor & { staffId: StaffId } & (
    | { kind: 'totp'; sealedSecret: Uint8Array; lastStep: bigint | null }
    | {
        kind: 'passkey'
        credentialId: Uint8Array
        publicKey: Uint8Array
        counter: bigint
        transports: readonly string[]
      }
  )

const factors = (db: Db) => db.read.selectFrom('access.staff_factors').selectAll().where('removed_at', 'is', null)

function factorOf(row: Selectable<Schema['access.staff_factors']>): HeldFactor {
  const lastUsedAt = row.last_used_at ?? undefined
  const common = { id: row.id, staffId: row.staff_id, name: row.name, createdAt: row.created_at, lastUsedAt }
  if (row.kind === 'totp') return { ...common, kind: 'totp', sealedSecret: row.sealed_secret!, lastStep: row.last_step }
  return {
    ...common,
    kind: 'passkey',
    credentialId: row.credential_id!,
    publicKey: row.public_key!,
    counter: row.counter!,
    transports: row.transports ?? [],
  }
}

/** The factors of a person that were not removed, oldest first. */
export async function factorsOf(db: Db, staffId: StaffId): Promise<HeldFactor[]> {
  const rows = await factors(db).where('staff_id', '=', staffId).orderBy('id').execute()
  return (await genuine(db, 'access.staff_factors', rows)).slice(0, factorsMax).map(factorOf)
}
/** Nobody needs more; each is tried with a code. */
export const factorsMax = 20

export async function findPasskey(db: Db, credentialId: Uint8Array): Promise<HeldFactor | undefined> {
  const found = await factors(db).where('credential_id', '=', credentialId).executeTakeFirst()
  const row = await genuineRow(db, 'access.staff_factors', found)
  return row && factorOf(row)
}

type SealedSecret = { id: StaffFactorId; staffId: StaffId; sealedSecret: Uint8Array }

/** Secrets of apps, also of removed ones, that a key of a lower number has sealed. */
export async function secretsSealedBefore(db: Db, key: number, limit: number): Promise<SealedSecret[]> {
  const rows = await db.read
    .selectFrom('access.staff_factors')
    .select(['id', 'staff_id as staffId', 'sealed_secret as sealedSecret'])
    .where('kind', '=', 'totp')
    .where(sql<boolean>`get_byte(sealed_secret, 0) < ${key}`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, sealedSecret: row.sealedSecret! }))
}

/** The codes of a person that still work. */
export async function openRecoveryCodes(
  db: Db,
  staffId: StaffId,
): Promise<{ id: StaffRecoveryCodeId; fingerprint: Uint8Array }[]> {
  const rows = await db.read
    .selectFrom('access.staff_recovery_codes')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return genuine(db, 'access.staff_recovery_codes', rows)
}
