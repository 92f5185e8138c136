import { sql } from 'kysely'
import type { TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { partOf } from './billed.ts'

/** What was cleared of a transaction, all its clearings together. */
export type Cleared = {
  lastAt: Instant
  /** In the currency of the card. */
  minor: bigint
  /**
   * What of it the network has in the currency of the merchant, and our markup. Undefined: we have not converted all of it,
   * or from several currencies, so it is disputed in that of the card.
   */
  converted: { network: Money; markup: bigint } | undefined
  /** The network's name of the last clearing. */
  presentmentId: string
}

/** Undefined: nothing was. */
export async function clearedOf(db: Reader, id: TransactionId): Promise<Cleared | undefined> {
  const { rows } = await sql<Row>`
    select max(booked_at) as "lastAt", sum(minor)::bigint as minor, sum(markup_minor)::bigint as markup,
      sum(merchant_minor)::bigint as network, min(merchant_currency) as currency, bool_and(is_converted) and count(distinct merchant_currency) = 1 as "isConverted",
      (array_agg(presentment_id order by booked_at desc, id))[1] as "presentmentId"
    from spending.presentments where transaction_id = ${id} and kind = 'clearing' having count(*) > 0`.execute(db.read)
  const [row] = rows
  if (!row) return undefined
  const { lastAt, minor, markup, network, currency, isConverted, presentmentId } = row
  const converted = isConverted ? { network: money(network, currency), markup } : undefined
  return { lastAt, minor, converted, presentmentId }
}
type Row = {
  lastAt: Instant
  minor: bigint
  markup: bigint
  network: bigint
  currency: Currency
  isConverted: boolean
  presentmentId: string
}

/** The same of a part of it, at the rate at which it was cleared. */
export function partCleared(
  { minor, converted }: Cleared,
  amount: Money,
): { network: Money; markup: Money } | undefined {
  if (!converted) return undefined
  const { network, markup } = converted
  const part = partOf(minor, amount.minor, network.minor)
  return {
    network: money(part > 0n ? part : 1n, network.currency),
    markup: money(partOf(minor, amount.minor, markup), amount.currency),
  }
}
