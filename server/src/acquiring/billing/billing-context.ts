import type { OrderId } from '#acquiring/ids'
import { declinesOf, type PaymentsContext } from '#acquiring/payments'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import { type Decline, retryLimitWindow } from './scheme-retry-limits.ts'
import { type OrderToBill, ordersToBill } from './store.ts'

/** The context of billing: that of payments, with loaders that read for many orders at once. */
export type BillingContext = PaymentsContext & {
  orderToBill(id: OrderId): Promise<OrderToBill | undefined>
  /** The declines of a card within the window of the schemes' limits. */
  declinesOf(fingerprint: Uint8Array): Promise<readonly Decline[]>
}

export function billingContext(ctx: PaymentsContext): BillingContext {
  const { db, clock } = ctx
  const declines = loadInBatches((cards: readonly string[]) =>
    declinesOf(db, cards, clock.now().subtract(retryLimitWindow)),
  )
  return {
    ...ctx,
    orderToBill: loadInBatches((ids: readonly OrderId[]) => ordersToBill(db, ids)),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
