import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
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

const factors = (db: Db) =>
  db.read
    .selectFrom('access.staff_factors')
    .select(['id', 'staff_id as staffId', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['sealed_secret as sealedSecret', 'last_step as lastStep'])
    .select(['credential_id as credentialId', 'public_key as publicKey', 'counter', 'transports'])
    .where('removed_at', 'is', null)
type Row = Awaited<ReturnType<ReturnType<typeof factors>['executeTakeFirstOrThrow']>>

const factorOf = ({ lastUsedAt, ...row }: Row): HeldFactor => {
  const { id, staffId, name, createdAt } = row
  const common = { id, staffId, name, createdAt, lastUsedAt: lastUsedAt ?? undefined }
  if (row.kind === 'totp') return { ...common, kind: 'totp', sealedSecret: row.sealedSecret!, lastStep: row.lastStep }
  return {
    ...common,
    kind: 'passkey',
    credentialId: row.credentialId!,
    publicKey: row.publicKey!,
    counter: row.counter!,
    transports: row.transports ?? [],
  }
}

/** The factors of a person that were not removed, oldest first. */
export async function factorsOf(db: Db, staffId: StaffId): Promise<HeldFactor[]> {
  const rows = await factors(db).where('staff_id', '=', staffId).orderBy('id').limit(factorsMax).execute()
  return rows.map(factorOf)
}
/** Nobody needs more; each is tried with a code. */
export const factorsMax = 20

export async function findPasskey(db: Db, credentialId: Uint8Array): Promise<HeldFactor | undefined> {
  const row = await factors(db).where('credential_id', '=', credentialId).executeTakeFirst()
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
  return db.read
    .selectFrom('access.staff_recovery_codes')
    .select(['id', 'fingerprint'])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}
