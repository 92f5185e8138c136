import { type Selectable, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type PartnerId, readPartnerId } from './ids.ts'
import type { Partner } from './partner.ts'

type Row = Selectable<Schema['partners.partners']>
/** A partner, and its row as it was read. */
export type PartnerVersion = { partner: Partner; row: Row }

const partners = (db: Db) => db.read.selectFrom('partners.partners').selectAll()

export async function findPartner(db: Db, id: PartnerId): Promise<PartnerVersion | undefined> {
  const row = await partners(db).where('id', '=', id).executeTakeFirst()
  return row && partnerOf(row)
}

export async function partnersAfter(
  db: Db,
  { after, limit }: { after: PartnerId | undefined; limit: number },
): Promise<Partner[]> {
  const rows = await partners(db)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => partnerOf(row).partner)
}

/** Of all partners, of which there are few. */
export async function everyPartnerId(db: Reader): Promise<PartnerId[]> {
  const rows = await db.read.selectFrom('partners.partners').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** `only` these; undefined: all. */
export type PartnersPage = { only: readonly PartnerId[] | undefined; page: number; size: number }

export async function partnersOnPage(
  db: Db,
  { only, page, size }: PartnersPage,
): Promise<{ data: Partner[]; total: number }> {
  const chosen = only && sql<boolean>`id = any(${only}::integer[])`
  const { data, total } = await readPage(
    partners(db)
      .$if(chosen !== undefined, (query) => query.where(chosen!))
      .orderBy('id'),
    { page, size },
  )
  return { data: data.map((row) => partnerOf(row).partner), total }
}

const partnerOf = (row: Row): PartnerVersion => ({
  partner: {
    id: row.id,
    name: row.name,
    live: row.live,
    active: row.active,
    webhookUrl: row.webhook_url ?? undefined,
    webhookRetries: row.webhook_retries,
    decisionUrl: row.decision_url ?? undefined,
    decisionDeadlineMs: row.decision_deadline_ms,
    decisionFallback: row.decision_fallback,
    createdAt: row.created_at,
  },
  row,
})

/** The id of a partner that is about to be created. An id that is never used leaves a harmless gap. */
export async function takePartnerId(db: Db): Promise<PartnerId> {
  const [row] = await db.run(`select nextval('partners.partners_id_seq')::text as id`, [])
  const id = readPartnerId(row?.id)
  if (id === undefined) throw new Error('There are no more partner ids.')
  return id
}

export type ApiKeyRow = { id: bigint; createdAt: Instant; expiresAt: Instant | null }
export type SigningKeyRow = ApiKeyRow & { sealed: Uint8Array; activatedAt: Instant | null }

/** Newest first, with those that have ended. */
export async function apiKeysOf(db: Db, partnerId: PartnerId): Promise<ApiKeyRow[]> {
  const rows = await apiKeys(db).where('partner_id', '=', partnerId).orderBy('id', 'desc').limit(keysMax).execute()
  return (await genuine(db, 'partners.api_keys', rows)).map(({ id, created_at, expires_at }) => ({
    id,
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

/** Newest first, with those that have ended. */
export async function signingKeysOf(db: Db, partnerId: PartnerId): Promise<SigningKeyRow[]> {
  const rows = await db.read
    .selectFrom('partners.signing_keys')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('id', 'desc')
    .limit(keysMax)
    .execute()
  return (await genuine(db, 'partners.signing_keys', rows)).map((row) => ({
    id: row.id,
    sealed: row.sealed,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    expiresAt: row.expires_at,
  }))
}
const keysMax = 1_000

export type ApiKeyHolder = { id: bigint; partnerId: PartnerId; expiresAt: Instant | null }

export async function findApiKeyHolder(db: Db, fingerprint: Uint8Array): Promise<ApiKeyHolder | undefined> {
  const found = await apiKeys(db).where('fingerprint', '=', fingerprint).executeTakeFirst()
  const row = await genuineRow(db, 'partners.api_keys', found)
  return row && { id: row.id, partnerId: row.partner_id, expiresAt: row.expires_at }
}

const apiKeys = (db: Db) => db.read.selectFrom('partners.api_keys').selectAll()
