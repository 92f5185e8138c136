import type { Instant } from '#kernel/clock.ts'
import { insert, update, type Write } from '#kernel/commit.ts'
import type { Charge } from './charge.ts'

export type ChargeChanges = Partial<
  Pick<Charge, 'status' | 'paid' | 'failures' | 'firstFailedAt' | 'micro' | 'lost' | 'lastReason' | 'plannedAt'>
> & { settledAt?: Instant }

/** Puts a new charge into the caller's commit. A second one for the period makes it fail with `oneChargePerPeriod`. */
export const insertCharge = (charge: Charge, changes: ChargeChanges = {}): Write =>
  insert('orders.charges', {
    order_id: charge.orderId,
    period: charge.period,
    status: charge.status,
    currency: charge.amount.currency,
    minor: charge.amount.minor,
    planned_at: charge.plannedAt,
    opened_at: charge.openedAt,
    ...columns(changes),
  })

/** Changes an open charge, if it is as the caller read it. */
export const changeCharge = (charge: Charge, changes: ChargeChanges): Write =>
  update('orders.charges', {
    set: columns(changes),
    where: {
      order_id: charge.orderId,
      period: charge.period,
      status: 'open',
      failures: charge.failures,
      lost: charge.lost,
      micro: charge.micro,
      paid_minor: charge.paid.minor,
    },
  })

/** The name of the rule that a second charge for one period breaks, as `AlreadyThere.constraint` gives it. */
export const oneChargePerPeriod = 'charges_pkey'

const columns = (changes: ChargeChanges) => ({
  ...(changes.status && { status: changes.status }),
  ...(changes.paid && { paid_minor: changes.paid.minor }),
  ...(changes.failures !== undefined && { failures: changes.failures }),
  ...('firstFailedAt' in changes && { first_failed_at: changes.firstFailedAt ?? null }),
  ...(changes.micro && { micro: changes.micro }),
  ...(changes.lost !== undefined && { lost: changes.lost }),
  ...('lastReason' in changes && { last_reason: changes.lastReason ?? null }),
  ...(changes.plannedAt && { planned_at: changes.plannedAt }),
  ...(changes.settledAt && { settled_at: changes.settledAt }),
})
