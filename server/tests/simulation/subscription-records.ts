import { billingPeriodsOf } from '#acquiring/billing'
import type { OrderId } from '#acquiring/ids'
import { getOrder } from '#acquiring/orders'
import { paymentsOf } from '#acquiring/payments'
import type { Db } from '#kernel/db/db.ts'

/** The records of a subscription, in the terms of the oracle. */
export async function found(db: Db, id: OrderId) {
  const [order, charges, payments] = await Promise.all([getOrder(db, id), billingPeriodsOf(db, id), paymentsOf(db, id)])
  return {
    attempts: payments
      .filter(({ period }) => period !== undefined)
      .filter(({ status }) => status === 'captured' || status === 'failed')
      .map(
        ({ createdAt, period, amount, source, status, declineReason }) =>
          `${createdAt.epochMilliseconds} ${period} ${amount.minor} ${source} ${declineReason ?? status}`,
      ),
    charges: charges.map(
      ({ period, plannedAt, status, paid }) => `${period} ${plannedAt.epochMilliseconds} ${status} ${paid.minor}`,
    ),
    order: {
      status: order.status,
      endReason: order.endReason,
      period: order.nextPeriod,
      dueAt: order.dueAt?.epochMilliseconds,
    },
    captured: payments.flatMap(({ captured }) => (captured.minor > 0n ? [captured.minor] : [])),
  }
}
