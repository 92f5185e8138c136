import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { ProductId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { readPage } from '#kernel/db/page.ts'
import { preparedQuery } from '#kernel/db/prepared.ts'
import type { Product, Settings } from './product.ts'

export type ProductVersion = { product: Product; version: number }

const products = ({ read }: Pick<Reader, 'read'>) =>
  read
    .selectFrom('programmes.products')
    .select(['id', 'version', 'partner_id as partnerId', 'name', 'active', 'prefix', 'virtual', 'physical'])
    .select(['currencies', 'months', 'expiry_order as expiryOrder', 'service_code as serviceCode', 'limits', 'fees'])
    .select(['markup_percent as markupPercent', 'design', 'bureau_key as bureauKey', 'created_at as createdAt'])

type ProductRow = Omit<Product, 'design' | 'bureauKey'> & {
  version: number
  design: string | null
  bureauKey: string | null
}
const productOf = ({ version, design, bureauKey, limits, fees, ...row }: ProductRow): ProductVersion => ({
  product: {
    ...row,
    // The fields in one order, whatever the database has made of them, so that equal terms are equal texts.
    limits: limits.map(({ period, currency, amount }) => ({ period, currency, amount })),
    fees: fees.map(({ kind, currency, amount }) => ({ kind, currency, amount })),
    design: design ?? undefined,
    bureauKey: bureauKey ?? undefined,
  },
  version,
})

export async function findProductVersion(db: Reader, id: ProductId): Promise<ProductVersion | undefined> {
  const row = await products(db).where('id', '=', id).executeTakeFirst()
  return row && productOf(row)
}

/** The product, when it is one of this partner. */
export async function findProduct(db: Reader, partnerId: PartnerId, id: ProductId): Promise<Product | undefined> {
  const found = await findProductVersion(db, id)
  return found?.product.partnerId === partnerId ? found.product : undefined
}

/** Of whichever partner: for a card that has it. */
export async function findProductById(db: Reader, id: ProductId): Promise<Product> {
  const found = await findProductVersion(db, id)
  if (!found) throw new Error(`there is no card product ${id}`)
  return found.product
}

/** The same for decisions, many of which come at once: those of the same moment are one query. */
export const productVersionById = loaderByKey(async (db: Reader, ids: readonly string[]) => {
  const rows = await productsByIds(db, [ids])
  return new Map<string, ProductVersion>(rows.map((row) => [row.id, productOf(row)]))
})
export const productById = async (db: Reader, id: string): Promise<Product | undefined> =>
  (await productVersionById(db, id))?.product
const productsByIds = preparedQuery((read) => products({ read }).where(sql<boolean>`id = any(${[]}::uuid[])`))

/** Of each of these products its version. */
export async function productVersions(db: Reader, ids: readonly ProductId[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.run('select id, version from programmes.products where id = any($1)', [ids])
  return new Map((rows as { id: string; version: number }[]).map(({ id, version }) => [id, version]))
}

/** Of one partner or of all; oldest first. */
export async function productsOf(db: Reader, partnerId: PartnerId | undefined): Promise<Product[]> {
  const rows = await products(db)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId!))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map((row) => productOf(row).product)
}

/** `only` of these partners; undefined: of all. */
export type ProductsPage = { only: readonly PartnerId[] | undefined; page: number; size: number }

/** One page, oldest first, and how many there are in all. */
export async function productsOnPage(
  db: Reader,
  { only, page, size }: ProductsPage,
): Promise<{ data: Product[]; total: number }> {
  const chosen = only && sql<boolean>`partner_id = any(${only}::integer[])`
  const { data, total } = await readPage(
    products(db)
      .$if(chosen !== undefined, (query) => query.where(chosen!))
      .orderBy('created_at')
      .orderBy('id'),
    { page, size },
  )
  return { data: data.map((row) => productOf(row).product), total }
}

/** Those that are recorded. */
export async function existingOf(db: Reader, ids: readonly ProductId[]): Promise<ReadonlySet<ProductId>> {
  const rows = await db.read
    .selectFrom('programmes.products')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The product that has numbers of this range. */
export async function findByNumbers(db: Reader, numbers: string): Promise<ProductId | undefined> {
  const row = await db.read
    .selectFrom('programmes.products')
    .select('id')
    .where(sql<boolean>`numbers && ${numbers}::int8range`)
    .executeTakeFirst()
  return row?.id
}

export type SettingsVersion = { settings: Settings; version: number | undefined }

/** A partner without settings has the defaults: no frames, no wallets, no way back, approvals as for all. */
/** A partner without settings has the defaults: no frames, no wallets, no way back, no fiat topups. */
export async function findSettings(db: Reader, partnerId: PartnerId): Promise<SettingsVersion> {
  const row = await db.read
    .selectFrom('programmes.settings')
    .select(['version', 'frame_ancestors as frameAncestors', 'apple_root as appleRoot', 'google_key as googleKey'])
    .select(['return_url as returnUrl', 'kyc_valid as kycValid'])
    .select(['topup_site as topupSite', 'topup_redirects as topupRedirects'])
    .select(['topup_limits as topupLimits', 'topup_fees as topupFees'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!row) return { settings: noSettings, version: undefined }
  const { version, frameAncestors, appleRoot, googleKey, returnUrl, kycValid, topupSite, topupRedirects } = row
  const settings = {
    frameAncestors,
    appleRoot: appleRoot ?? undefined,
    googleKey: googleKey ?? undefined,
    returnUrl: returnUrl ?? undefined,
    kycValid: kycValid ?? undefined,
    topupSite: topupSite ?? undefined,
    topupRedirects,
    topupLimits: row.topupLimits.map(({ status, bound, currency, amount }) => ({ status, bound, currency, amount })),
    topupFees: row.topupFees.map(({ type, currency, percent, fixed }) => ({ type, currency, percent, fixed })),
  }
  return { settings, version }
}
const noSettings: Settings = {
  frameAncestors: [],
  appleRoot: undefined,
  googleKey: undefined,
  returnUrl: undefined,
  kycValid: undefined,
  topupSite: undefined,
  topupRedirects: true,
  topupLimits: [],
  topupFees: [],
}

export const settingsOf = async (db: Reader, partnerId: PartnerId): Promise<Settings> =>
  (await findSettings(db, partnerId)).settings

/** How the card numbers of all products begin. */
export async function prefixesOf(db: Reader): Promise<string[]> {
  const rows = await db.read.selectFrom('programmes.products').select('prefix').distinct().execute()
  return rows.map(({ prefix }) => prefix)
}
