import { isAsset } from '#kernel/base/assets.ts'
import { formatMoney } from '#kernel/base/money.ts'

/** An amount for people. What stands in the database may be anything, a currency that does not exist included. */
export const amountText = (minor: bigint, currency: string): string =>
  isAsset(currency) ? `${formatMoney({ minor, currency })} ${currency}` : `${minor} minor units of ${currency}`

export type StoredLine = { account: string; currency: string; minor: bigint }

/** The lines of an entry in an order of their own, so that two entries can be compared and read. */
export const linesText = (lines: readonly StoredLine[]): string =>
  lines
    .map(({ account, currency, minor }) => `${account} ${minor > 0n ? '+' : ''}${amountText(minor, currency)}`)
    .toSorted()
    .join(', ') || 'nothing'
