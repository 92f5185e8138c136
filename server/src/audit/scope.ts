import assert from 'node:assert/strict'
import { everything, type Scope } from '#kernel/audit/findings.ts'
import { positionsAt } from '#kernel/audit/seal/check-chain.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * What was written since a seal, by how far each journal was sealed then. A payment is looked at again, with all that it
 * ever did, when it or what followed it has changed since; an order, when it or a payment of it has.
 */
export async function scopeSince(moment: Reader, since: bigint): Promise<Scope> {
  if (since === 0n) return everything
  const positions = await positionsAt(moment, since)
  const behind = (journal: string) => `id > ${BigInt(positions[journal] ?? 0)}`
  const changed = `select payment_id from payments.payment_transitions where ${behind('payments.payment_transitions')}`
  const payments = `id in (${changed}
    union select c.parent_id from payments.payments c where c.id in (${changed}) and c.parent_id is not null)`
  const ordered = `select order_id from orders.order_transitions where ${behind('orders.order_transitions')}`
  const scopes: Readonly<Record<string, string>> = {
    'ledger.entries': behind('ledger.entries'),
    'ledger.holds': behind('ledger.holds'),
    'payments.payment_transitions': behind('payments.payment_transitions'),
    'payments.payments': payments,
    'orders.order_transitions': behind('orders.order_transitions'),
    'orders.orders': `(${behind('orders.orders')} or id in (${ordered}
      union select x.order_id from payments.payments x where x.id in (${changed})))`,
    'settlement.batches': behind('settlement.batches'),
    'reconciliation.bookings': behind('reconciliation.bookings'),
    'fee_invoices.invoices': behind('fee_invoices.invoices'),
    'notifications.notifications': behind('notifications.notifications'),
    'emails.emails': behind('emails.emails'),
    'invoices.documents': behind('invoices.documents'),
  }
  return (table) => {
    const scope = scopes[table]
    assert(scope !== undefined, `what of ${table} was written since a seal is not known`)
    return scope
  }
}
