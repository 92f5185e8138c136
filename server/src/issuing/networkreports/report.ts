import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'

/** What is settled with a card network. The first two and the fourth are owed to it or by it as their names say. */
export const movements = ['clearing', 'refund', 'chargeback', 'representment', 'fee'] as const
export type Movement = (typeof movements)[number]

/** How many, and what they come to, in minor units; never below zero. */
export type Sum = { count: number; minor: bigint }
export type Sums = Readonly<Record<Movement, Sum>>

/** A day of a currency. */
export type Day = { day: Temporal.PlainDate; currency: Currency }

/** A day as the network has it. */
export type ReportedDay = Day & {
  /** Of the file; 0: we have booked something on a day that the file does not have. */
  line: number
  sums: Sums
}

/** A file that a network sends about what it has settled with us. */
export type Report = { id: bigint; name: string; recordedBy: string; recordedAt: Instant }

/** Where a day differs: the network's figure, and ours. */
export type Break = { movement: Movement; reported: Sum; booked: Sum }

export const noSums: Sums = {
  clearing: { count: 0, minor: 0n },
  refund: { count: 0, minor: 0n },
  chargeback: { count: 0, minor: 0n },
  representment: { count: 0, minor: 0n },
  fee: { count: 0, minor: 0n },
}

/** What a day comes to at the bank: what is paid for payments (below zero: received), and the network's own fees. */
export const settlementOf = ({ clearing, refund, chargeback, representment, fee }: Sums) => ({
  netMinor: clearing.minor - refund.minor - chargeback.minor + representment.minor,
  feesMinor: fee.minor,
})

export const breaksOf = (reported: Sums, booked: Sums): Break[] =>
  movements
    .map((movement) => ({ movement, reported: reported[movement], booked: booked[movement] }))
    .filter(({ reported: one, booked: other }) => one.count !== other.count || one.minor !== other.minor)

/** By which the books name the settlement of a row. */
export const networkSettlementReference = (row: bigint): string => `network settlement ${row}`

/** By which two of the same day and currency are found. */
export const dayKey = ({ day, currency }: Day): string => `${day} ${currency}`
