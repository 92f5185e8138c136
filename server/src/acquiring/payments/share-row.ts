import { type Currency, money } from '#kernel/base/money.ts'
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
