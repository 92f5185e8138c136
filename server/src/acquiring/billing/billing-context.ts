import type { OrderId } from '#acquiring/ids'
import { declinesOf, type PaymentsContext, type RenewalsOf, renewalsOf } from '#acquiring/payments'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import type { BillingRules } from './retry-plan.ts'
import { type Decline, retryLimitWindow } from './scheme-retry-limits.ts'
import { type OrderToBill, ordersToBill } from './store.ts'

/** What billing is built with: the payments, and what the installation decides about retries. */
export type BillingParts = PaymentsContext & { billingRules: BillingRules }

/** The context of billing, with loaders that read for many orders at once. */
export type BillingContext = BillingParts & {
  orderToBill(id: OrderId): Promise<OrderToBill | undefined>
  /** The declines of a card within the window of the schemes' limits. */
  declinesOf(fingerprint: Uint8Array): Promise<readonly Decline[]>
  /** Undefined: the order has no payment yet. */
  renewalsOf(id: OrderId): Promise<RenewalsOf | undefined>
}

export function billingContext(ctx: BillingParts): BillingContext {
  const { db, clock } = ctx
  const declines = loadInBatches((cards: readonly string[]) =>
    declinesOf(db, cards, clock.now().subtract(retryLimitWindow)),
  )
  return {
    ...ctx,
    orderToBill: loadInBatches((ids: readonly OrderId[]) => ordersToBill(db, ids)),
    renewalsOf: loadInBatches((ids: readonly OrderId[]) => renewalsOf(db, ids)),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
