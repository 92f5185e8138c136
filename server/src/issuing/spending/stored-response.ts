import type { NetworkResponse } from '#connectors/network/message.ts'
import type { TransactionId } from '#issuing/ids'
import { type Currency, type Money, money } from '#kernel/base/money.ts'

type StoredMoney = readonly [minor: string, currency: Currency]
/** An answer as its message keeps it, so that a repeated message is answered the same. */
export type StoredResponse = Partial<Record<'approved' | 'billed' | 'available', StoredMoney>> & {
  authorizationCode?: string
  cvv?: 'match' | 'noMatch' | 'notChecked'
  updatedCard?: { lastFour: string; expiry: string }
}

export const storedResponse = ({
  authorizationCode,
  approved,
  billed,
  available,
  cvv,
  updatedCard,
}: NetworkResponse) => ({
  ...(authorizationCode !== undefined && { authorizationCode }),
  ...(approved && { approved: pairOf(approved) }),
  ...(billed && { billed: pairOf(billed) }),
  ...(available && { available: pairOf(available) }),
  ...(cvv && { cvv }),
  ...(updatedCard && { updatedCard }),
})

export const responseOf = (
  code: string,
  transactionId: TransactionId | null,
  { authorizationCode, approved, billed, available, cvv, updatedCard }: StoredResponse,
): NetworkResponse => ({
  code,
  ...(authorizationCode !== undefined && { authorizationCode }),
  ...(approved && { approved: moneyOf(approved) }),
  ...(billed && { billed: moneyOf(billed) }),
  ...(available && { available: moneyOf(available) }),
  ...(cvv && { cvv }),
  // In this order: the database keeps its own, and a repeat is the same text.
  ...(updatedCard && { updatedCard: { lastFour: updatedCard.lastFour, expiry: updatedCard.expiry } }),
  ...(transactionId && { transactionId }),
})

const pairOf = ({ minor, currency }: Money): StoredMoney => [String(minor), currency]
const moneyOf = ([minor, currency]: StoredMoney): Money => money(BigInt(minor), currency)
