import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Approved } from '../port.ts'
import type { StripeContext } from './context.ts'
import type { KnownCard } from './params.ts'
import type { Intent } from './results.ts'

/** The card that a payment with this network transaction id has stored at Stripe. Undefined: it was made elsewhere. */
export const findStoredCard = (
  { db, connector }: Pick<StripeContext, 'db' | 'connector'>,
  networkTransactionId: string,
): Promise<KnownCard | undefined> =>
  db.read
    .selectFrom('stripe.stored_cards')
    .select(['customer', 'payment_method as paymentMethod'])
    .where('connector', '=', connector)
    .where('network_transaction_id', '=', networkTransactionId)
    .executeTakeFirst()

/** For the commit of the approval: payments that name its network transaction id are charged to the card that Stripe has kept. */
export function storeCard(
  { connector, clock }: Pick<StripeContext, 'connector' | 'clock'>,
  { networkTransactionId }: Approved,
  { keptCard }: Intent,
): readonly Write[] {
  if (!keptCard || !networkTransactionId) return []
  const row = {
    connector,
    network_transaction_id: networkTransactionId,
    customer: keptCard.customer,
    payment_method: keptCard.paymentMethod,
    stored_at: clock.now(),
  }
  return [
    insert('stripe.stored_cards', row, { orElse: { conflict: ['connector', 'network_transaction_id'], set: [] } }),
  ]
}
