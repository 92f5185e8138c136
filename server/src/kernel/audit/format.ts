import { isAsset } from '#kernel/base/assets.ts'
import { formatMoney } from '#kernel/base/money.ts'

/** An amount for people. The database may hold anything, including a currency that does not exist. */
export const amountText = (minor: bigint, currency: string): string =>
  isAsset(currency) ? `${formatMoney({ minor, currency })} ${currency}` : `${minor} minor units of ${currency}`

export type StoredLine = { account: string; currency: string; minor: bigint }

/** The lines of an entry in an order of their own, so that two entries can be compared and read. */
export const linesText = (lines: readonly StoredLine[]): string =>
  lines
    .map(({ account, currency, minor }) => `${account} ${minor > 0n ? '+' : ''}${amountText(minor, currency)}`)
    .toSorted()
    .join(', ') || 'nothing'
