import type { RecipeName } from '#core/ledger'

/** What a movement of an account is, for its customer. */
export const movementKinds = ['topup', 'spend', 'refund', 'fee', 'adjustment'] as const
export type MovementKind = (typeof movementKinds)[number]
type Described = { kind: MovementKind; description: string }

/** Of each recipe that books on customers' accounts, what its movements are. */
const kinds: Partial<Record<RecipeName, Described>> = {
  topupCompleted: { kind: 'topup', description: 'Topup' },
  coinsCredited: { kind: 'topup', description: 'Topup in coins' },
  coinsReclaimed: { kind: 'topup', description: 'Topup in coins reversed: the coins are lost' },
  coinsReinstated: { kind: 'topup', description: 'Topup in coins returned: the coins were found' },
  topupReversed: { kind: 'topup', description: 'Topup reversed' },
  topupReinstated: { kind: 'topup', description: 'Topup returned' },
  cardPaymentCleared: { kind: 'spend', description: 'Card payment' },
  cardPaymentForced: { kind: 'spend', description: 'Card payment' },
  cardRefundCleared: { kind: 'refund', description: 'Refund to the card' },
  cardDisputeCredited: { kind: 'refund', description: 'Disputed payment, credited until it is decided' },
  cardDisputeLost: { kind: 'spend', description: 'Dispute lost: the credit ends' },
}

/** Entries of these are no movements: of a debt that is paid, both are in the balance already. */
export const noMovements: readonly RecipeName[] = ['debtRecovered']

export const kindOf = (recipe: string): Described =>
  new Map<string, Described>(Object.entries(kinds)).get(recipe) ?? { kind: 'adjustment', description: 'Adjustment' }
