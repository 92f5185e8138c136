import type { Declined } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { derivedKey } from '#kernel/crypto/derived-key.ts'
import { commit, decide, insert } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import { awaiting } from './payment.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'
import { amendTransaction } from './transition-transaction.ts'

/**
 * Records in one commit that a connector has finally declined the authorization because of its own trouble, and the
 * intent of the same authorization at the next connector, under a key of its own. The payment's status does not change,
 * so nobody but an operator learns of it. Returns undefined, and records nothing, when the result is awaited no more or
 * the payment is `uncertain` by now: it then ends where it is.
 */
export async function recordFallback(
  ctx: PaymentsContext,
  known: Payment,
  { declined, next }: { declined: Declined; next: ConnectorId },
): Promise<Payment | undefined> {
  let fresh: Payment | undefined = known
  const sentOn = await decide(async () => {
    const payment: Payment = fresh ?? (await getPayment(ctx.db, known.id))
    fresh = undefined
    if (payment.status !== 'authorizing' || payment.request?.key !== known.request?.key) return undefined
    const now = ctx.clock.now()
    // Two copies of one database send the same request.
    const key = derivedKey(ctx.keys, ['fallback', payment.key, next])
    const request = { key, kind: 'authorize' as const, minor: payment.amount.minor }
    const amended = amendTransaction(payment, { key, connector: next, ...awaiting(now, request) })
    const fallback = insert('payments.fallbacks', {
      payment_id: payment.id,
      connector: payment.connector,
      key: payment.key,
      reference: declined.reference ?? null,
      decline_reason: declined.reason,
      next_connector: next,
      occurred_at: now,
    })
    await commit(ctx, now, [...amended.writes, fallback], 'record-fallback')
    return amended.transaction
  })
  const { id, connector } = known
  if (sentOn)
    ctx.log.warn(
      { payment: String(id), connector, reason: declined.reason, next },
      'the connector has trouble; the payment goes on at the next one',
    )
  return sentOn
}
