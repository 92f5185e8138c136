import type { RecipeName } from '#core/ledger'

/** What a movement of a merchant's balance is. */
export const movementKinds = [
  'capture',
  'cancellation',
  'captureFailure',
  'refund',
  'chargeback',
  'representment',
  'share',
  'shareReturned',
  'cardPayout',
  'topup',
  'reserveHeld',
  'reserveReleased',
  'payout',
  'payoutReturned',
  'adjustment',
] as const
export type MovementKind = (typeof movementKinds)[number]
type Described = { kind: MovementKind; description: string }

/** Of each recipe that books on what a merchant is owed, what its movements are; of a split payment, to its own merchant. */
const kinds: Partial<Record<RecipeName, Described>> = {
  paymentCaptured: { kind: 'capture', description: 'Payment' },
  paymentCancelled: { kind: 'cancellation', description: 'Payment cancelled' },
  paymentRefunded: { kind: 'refund', description: 'Refund' },
  captureFailed: { kind: 'captureFailure', description: 'Capture that failed' },
  sharesCorrected: { kind: 'refund', description: 'Shares of other shops, after a refund that was declined' },
  refundReturned: { kind: 'refund', description: 'Refund that came back' },
  shopperPayoutReturned: { kind: 'cardPayout', description: 'Payout to a card that came back' },
  shopperPaidOut: { kind: 'cardPayout', description: 'Payout to a card' },
  chargebackOpened: { kind: 'chargeback', description: 'Chargeback' },
  chargebackWon: { kind: 'representment', description: 'Dispute won' },
  chargebackOverturned: { kind: 'representment', description: 'Lost dispute won after all' },
  topupCompleted: { kind: 'topup', description: 'Topup, now owned by the customer' },
  topupReversed: { kind: 'topup', description: 'Topup returned by the customer' },
  topupReinstated: { kind: 'topup', description: 'Topup, owned by the customer again' },
  merchantReserveHeld: { kind: 'reserveHeld', description: 'Held in reserve' },
  merchantReserveReleased: { kind: 'reserveReleased', description: 'Released from reserve' },
  merchantPayoutSubmitted: { kind: 'payout', description: 'Payout to the bank account' },
  merchantPayoutPaidAfterFailure: { kind: 'payout', description: 'Payout that was paid after all' },
  merchantPayoutReturnedAfterFailure: { kind: 'payoutReturned', description: 'Payout that came back' },
  merchantPayoutReturned: { kind: 'payoutReturned', description: 'Payout that came back' },
}

export const kindOf = (recipe: string): Described =>
  new Map<string, Described>(Object.entries(kinds)).get(recipe) ?? { kind: 'adjustment', description: 'Adjustment' }

/** Entries of these are no movements: they only say what of the balance is available. */
export const noMovements: readonly RecipeName[] = [
  'merchantEarningsTaken',
  'merchantEarningsReleased',
  'merchantEarningsMovedToPending',
]

/** Of these the fee in the entry is the fee of the payment's own merchant; of others it is somebody else's. */
const withFee: ReadonlySet<string> = new Set<RecipeName>([
  'paymentCaptured',
  'paymentCancelled',
  'paymentRefunded',
  'refundReturned',
  'captureFailed',
])
export const hasFee = (recipe: string): boolean => withFee.has(recipe)

/** What a movement of a payment of another merchant is, in which this one has a share. */
export const kindOfShare = (minor: bigint): Described =>
  minor > 0n
    ? { kind: 'share', description: "Share of another shop's payment" }
    : { kind: 'shareReturned', description: "Share of another shop's payment, returned" }
