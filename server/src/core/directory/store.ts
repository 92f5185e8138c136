import { type Selectable, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Merchant, Site, SiteKey } from './directory.ts'
import type { MerchantId, SiteId } from './ids.ts'
import type { Invoicing } from './invoicing.ts'
import { readSiteId } from './key-forms.ts'
import { merchantStates } from './merchant-states.ts'
import type { SiteFields } from './site-fields.ts'

/** A site, and its row as it was read. */
export type SiteVersion = { site: Site; row: Selectable<Schema['directory.sites']> }
export type SealedKey = {
  id: bigint
  sealed: Uint8Array
  createdAt: Instant
  expiresAt: Instant | null
  usedAt: Instant | null
}

const sitesWithMerchant = (db: Db) =>
  db.read
    .selectFrom('directory.sites as site')
    .innerJoin('directory.merchants as merchant', 'merchant.id', 'site.merchant_id')
    .leftJoin('directory.merchant_details as details', (join) => join.on(sql<boolean>`details.id = site.merchant_id`))
    .selectAll('site')
    .select(({ fn }) => [
      fn.coalesce('details.name', 'merchant.name').as('merchantName'),
      'details.status as merchantStatus',
    ])
type SiteRow = Awaited<ReturnType<ReturnType<typeof sitesWithMerchant>['executeTakeFirstOrThrow']>>

export async function findSite(db: Db, id: SiteId): Promise<SiteVersion | undefined> {
  const row = await sitesWithMerchant(db).where('site.id', '=', id).executeTakeFirst()
  return row && toSite(row)
}

export async function sitesAfter(
  db: Db,
  { after, limit, merchantId }: { after: SiteId | undefined; limit: number; merchantId: MerchantId | undefined },
): Promise<Site[]> {
  const rows = await sitesWithMerchant(db)
    .$if(after !== undefined, (query) => query.where('site.id', '>', after!))
    .$if(merchantId !== undefined, (query) => query.where('site.merchant_id', '=', merchantId!))
    .orderBy('site.id')
    .limit(limit)
    .execute()
  return rows.map((row) => toSite(row).site)
}

function toSite({ merchantName, merchantStatus, ...row }: SiteRow): SiteVersion {
  const site = {
    id: row.id,
    merchantId: row.merchant_id,
    merchantName,
    merchantStatus: merchantStatus ?? merchantStates.initial,
    name: row.name,
    live: row.live,
    active: row.active,
    currencies: row.currencies,
    notificationUrl: row.notification_url ?? undefined,
    backUrl: row.back_url ?? undefined,
    timeZone: row.time_zone,
    cutOff: Temporal.PlainTime.from(row.cut_off),
    underAttack: row.under_attack,
    attemptsMax: row.attempts_max,
    retrySchedule: row.retry_schedule,
    sessionMinutes: row.session_minutes,
    challengeMinutes: row.challenge_minutes,
    authorizationDays: row.authorization_days,
    payoutsAllowed: row.payouts_allowed,
    payoutMaxMinor: row.payout_max_minor,
    acceptsSplitsFrom: row.accepts_splits_from,
    logo: row.logo ?? undefined,
    themeColor: row.theme_color ?? undefined,
    wallets: row.wallets,
    payForm: row.pay_form ?? undefined,
    frameAncestors: row.frame_ancestors,
    receipts: row.receipts,
    reminders: row.reminders,
    notifyPartialRefunds: row.notify_partial_refunds,
    notifyRepresentments: row.notify_representments,
    notifyAttempts: row.notify_attempts,
    senderName: row.sender_name ?? undefined,
    replyTo: row.reply_to ?? undefined,
    language: row.language,
    category: row.merchant_category,
    country: row.country ?? undefined,
    invoicing: row.invoicing ?? undefined,
  }
  return { site, row }
}

/** The columns that hold what may be set on a site. */
export const siteColumns = (fields: SiteFields) => ({
  name: fields.name,
  active: fields.active,
  currencies: fields.currencies,
  notification_url: fields.notificationUrl ?? null,
  back_url: fields.backUrl ?? null,
  time_zone: fields.timeZone,
  cut_off: fields.cutOff.toString(),
  under_attack: fields.underAttack,
  attempts_max: fields.attemptsMax,
  retry_schedule: fields.retrySchedule,
  session_minutes: fields.sessionMinutes,
  challenge_minutes: fields.challengeMinutes,
  authorization_days: fields.authorizationDays,
  payouts_allowed: fields.payoutsAllowed,
  payout_max_minor: fields.payoutMaxMinor,
  accepts_splits_from: fields.acceptsSplitsFrom,
  logo: fields.logo ?? null,
  theme_color: fields.themeColor ?? null,
  pay_form: fields.payForm ? jsonb(fields.payForm) : null,
  frame_ancestors: fields.frameAncestors,
  wallets: fields.wallets,
  receipts: fields.receipts,
  reminders: fields.reminders,
  notify_partial_refunds: fields.notifyPartialRefunds,
  notify_representments: fields.notifyRepresentments,
  notify_attempts: fields.notifyAttempts,
  sender_name: fields.senderName ?? null,
  reply_to: fields.replyTo ?? null,
  language: fields.language,
  merchant_category: fields.category,
  country: fields.country ?? null,
  invoicing: fields.invoicing ? jsonb(fields.invoicing) : null,
})

/** The id of a site that is about to be created. An id that is never used leaves a harmless gap. */
export async function takeSiteId(db: Db): Promise<SiteId> {
  const [row] = await db.run(`select nextval('directory.sites_id_seq') as id`, [])
  const id = readSiteId(row?.id)
  if (id === undefined) throw new Error('There are no more site ids.')
  return id
}

const merchants = (db: Db) =>
  db.read
    .selectFrom('directory.merchants as merchant')
    .leftJoin('directory.merchant_details as details', (join) => join.on(sql<boolean>`details.id = merchant.id`))
    .select(({ fn }) => [
      'merchant.id',
      fn.coalesce('details.name', 'merchant.name').as('name'),
      'merchant.created_at as createdAt',
      'details.status',
      'details.legal_name as legalName',
      'details.registration_number as registrationNumber',
      'details.tax_number as taxNumber',
      'details.address',
      'details.country',
      'details.email',
      'details.version',
    ])
type MerchantRow = Awaited<ReturnType<ReturnType<typeof merchants>['executeTakeFirstOrThrow']>>

/** A merchant, and the version of what was changed of it; 0: nothing was. */
export type MerchantVersion = { merchant: Merchant; version: number }

const toMerchant = ({ version, ...row }: MerchantRow): MerchantVersion => ({
  merchant: {
    ...row,
    status: row.status ?? merchantStates.initial,
    legalName: row.legalName ?? undefined,
    registrationNumber: row.registrationNumber ?? undefined,
    taxNumber: row.taxNumber ?? undefined,
    address: row.address ?? undefined,
    country: row.country ?? undefined,
    email: row.email ?? undefined,
  },
  version: version ?? 0,
})

export async function findMerchant(db: Db, id: MerchantId): Promise<MerchantVersion | undefined> {
  const row = await merchants(db).where('merchant.id', '=', id).executeTakeFirst()
  return row && toMerchant(row)
}

/** How the sites of a merchant that have made invoices make them. */
export async function invoicingOfSites(
  db: Db,
  merchantId: MerchantId,
): Promise<{ id: SiteId; invoicing: Invoicing }[]> {
  const rows = await db.read
    .selectFrom('directory.sites')
    .select(['id', 'invoicing'])
    .where('merchant_id', '=', merchantId)
    .where('invoicing', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, invoicing }) => ({ id, invoicing: invoicing! }))
}

export async function merchantsAfter(
  db: Db,
  { after, limit }: { after: MerchantId | undefined; limit: number },
): Promise<Merchant[]> {
  const rows = await merchants(db)
    .$if(after !== undefined, (query) => query.where('merchant.id', '>', after!))
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
  return rows.map((row) => toMerchant(row).merchant)
}

/** Newest first. */
export async function keysValidAt(db: Db, siteId: SiteId, now: Instant): Promise<SealedKey[]> {
  const rows = await siteKeys(db)
    .where('site_id', '=', siteId)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return (await genuine(db, 'directory.site_keys', rows)).map(sealedKeyOf)
}

const siteKeys = (db: Db) => db.read.selectFrom('directory.site_keys').selectAll()
const sealedKeyOf = (row: RowOf<typeof siteKeys>): SealedKey => ({
  id: row.id,
  sealed: row.sealed,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})

export async function allKeys(db: Db, siteId: SiteId): Promise<SiteKey[]> {
  const rows = await siteKeys(db)
    .where('site_id', '=', siteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keysMax)
    .execute()
  return (await genuine(db, 'directory.site_keys', rows)).map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    usedAt: row.used_at ?? undefined,
  }))
}
const keysMax = 1_000

export type KeyHolder = { siteId: SiteId; id: bigint; expiresAt: Instant | null; usedAt: Instant | null }

export async function findKeyHolder(db: Db, fingerprint: Uint8Array): Promise<KeyHolder | undefined> {
  const found = await siteKeys(db).where('fingerprint', '=', fingerprint).executeTakeFirst()
  const row = await genuineRow(db, 'directory.site_keys', found)
  return row && { siteId: row.site_id, id: row.id, expiresAt: row.expires_at, usedAt: row.used_at }
}

/** `madeAt`: when the first process came with this key. */
export type KeyProof = { purpose: string; version: number; proof: Uint8Array; madeAt: Instant }
export const keyProofs = (db: Db): Promise<KeyProof[]> =>
  db.read.selectFrom('directory.key_proofs').select(['purpose', 'version', 'proof', 'made_at as madeAt']).execute()

export const newestSiteKeys = (db: Db, limit: number) =>
  db.read
    .selectFrom('directory.site_keys')
    .select(['site_id as siteId', 'sealed', 'fingerprint'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The number of the master key is the first byte of what it sealed. */
const keyVersion = sql<number>`get_byte(sealed, 0)`

export const keysSealedBefore = (db: Db, version: number, limit: number) =>
  db.read
    .selectFrom('directory.site_keys')
    .select(['id', 'site_id as siteId', 'sealed'])
    .where(keyVersion, '<', version)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function countKeysSealedBefore(db: Db, version: number): Promise<number> {
  const { count } = await db.read
    .selectFrom('directory.site_keys')
    .select((select) => select.fn.countAll().as('count'))
    .where(keyVersion, '<', version)
    .executeTakeFirstOrThrow()
  return Number(count)
}
