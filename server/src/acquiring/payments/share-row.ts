import { type Currency, money } from '#kernel/base/money.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ShareRow } from './tables.ts'
import type { Share } from './transaction.ts'

export const toShareRow = ({ siteId, merchantId, amount }: Share): ShareRow => ({
  site: siteId,
  merchant: merchantId,
  minor: amount.minor.toString(),
})

export const fromShareRow = ({ site, merchant, minor }: ShareRow, currency: Currency): Share => ({
  siteId: site,
  merchantId: merchant,
  amount: money(BigInt(minor), currency),
})

/** Minor units, as text; left out where there are none. */
export const correctionColumns = (minors: readonly bigint[] | undefined) =>
  minors && minors.length > 0 ? { share_corrections: jsonb(minors.map(String)) } : {}

export const correctionsOfRow = ({ share_corrections: minors }: { share_corrections: readonly string[] | null }) =>
  minors ? { shareCorrections: minors.map(BigInt) } : {}
