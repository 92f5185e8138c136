import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Region } from './region.ts'
import type { PriceRule, PriceRuleId } from './rule.ts'

/**
 * Every rule, and until when it counts: until the next one with the same criteria, or its removal. A rule that was
 * removed before it was valid replaces nothing.
 */
const rulesWithEnds = `
  select r.*, case when x.removed_from <= r.valid_from then r.valid_from
                   else least(x.removed_from, lead(r.valid_from) over (
                     partition by r.merchant_id, r.site_id, r.brand, r.region, r.card_type, r.currency,
                       r.volume_from_minor, x.removed_from is not null and x.removed_from <= r.valid_from
                     order by r.valid_from, r.id)) end as until
  from pricing.rules r left join pricing.removals x on x.rule_id = r.id`

type Row = {
  id: PriceRuleId
  merchant_id: MerchantId | null
  site_id: SiteId | null
  brand: string | null
  region: Region | null
  card_type: string | null
  currency: Currency | null
  volume_from_minor: bigint | null
  basis_points: number
  fixed_minor: bigint
  minimum_minor: bigint
  valid_from: Instant
  until: Instant | null
  created_at: Instant
}

/** The rules by which a merchant's payments are priced; undefined: those for everybody. */
export async function rulesFor(db: Db, merchantId: MerchantId | undefined): Promise<PriceRule[]> {
  const of = `${rulesWithEnds} where r.merchant_id is null or r.merchant_id = $1`
  return ((await db.run(of, [merchantId ?? null])) as Row[]).map(toRule)
}

/** Of all merchants when `merchantId` is undefined; those for everybody are among them. */
export type RuleFilter = {
  merchantId: MerchantId | undefined
  siteId: SiteId | undefined
  /** Without those that have ended. */
  notEndedAt: Instant | undefined
}

/** Newest first. */
export async function listRules(
  db: Db,
  { merchantId, siteId, notEndedAt }: RuleFilter,
  { page, size }: { page: number; size: number },
): Promise<{ data: PriceRule[]; total: number }> {
  const found = `from (${rulesWithEnds}) as rules
     where ($1::integer is null or merchant_id is null or merchant_id = $1)
       and ($2::integer is null or site_id is null or site_id = $2)
       and ($3::timestamptz is null or until is null or until > greatest(valid_from, $3))`
  const filter = [merchantId ?? null, siteId ?? null, notEndedAt ?? null]
  const [rows, [counted]] = await Promise.all([
    db.run(`select * ${found} order by id desc limit $4 offset $5`, [...filter, size, (page - 1) * size]),
    db.run(`select count(*) as total ${found}`, filter),
  ])
  return { data: (rows as Row[]).map(toRule), total: Number(counted!.total) }
}

export async function findRule(db: Db, id: PriceRuleId): Promise<PriceRule | undefined> {
  const [row] = (await db.run(`select * from (${rulesWithEnds}) as rules where id = $1`, [id])) as Row[]
  return row && toRule(row)
}

const toRule = (row: Row): PriceRule => ({
  id: row.id,
  merchantId: row.merchant_id ?? undefined,
  siteId: row.site_id ?? undefined,
  brand: row.brand ?? undefined,
  region: row.region ?? undefined,
  cardType: row.card_type ?? undefined,
  currency: row.currency ?? undefined,
  volumeFromMinor: row.volume_from_minor ?? undefined,
  basisPoints: row.basis_points,
  fixedMinor: row.fixed_minor,
  minimumMinor: row.minimum_minor,
  validFrom: row.valid_from,
  until: row.until ?? undefined,
  createdAt: row.created_at,
})
