import type { CaptureResult } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { inquiriesMax, type PaymentsContext, resultIfReceived } from './context.ts'
import { lapsesAt, noPendingRequest } from './payment.ts'
import type { Changes } from './row.ts'
import type { Payment, Payout, Refund } from './transaction.ts'
import type { Transition } from './transition-transaction.ts'

/** A result that says what was done. Until there is one, nothing changes. */
export type FinalResult = Exclude<CaptureResult, { outcome: 'pending' }>

/** The result of a request if it came and is final. After any other, the request stands and the resolver inquires. */
export async function finalResultOf(requesting: Promise<CaptureResult>): Promise<FinalResult | undefined> {
  const result = await resultIfReceived(requesting)
  return result?.outcome === 'pending' ? undefined : result
}

type Recording<T extends Payment | Refund | Payout> = {
  read: () => Promise<T>
  plan: (now: Instant, current: T) => Promise<Transition<T> | undefined>
}

/**
 * Records the result of a request once. If the transaction no longer awaits it, because another process has recorded it
 * already, returns the transaction as it is now. `plan` may read and is run again when its commit is stale.
 */
export const recordResult = <T extends Payment | Refund | Payout>(
  ctx: PaymentsContext,
  known: T,
  recording: Recording<T>,
): Promise<T> => decide(() => recordResultOnce(ctx, known, recording))

/** One try of it: goes stale when what `plan` has read changed. */
export async function recordResultOnce<T extends Payment | Refund | Payout>(
  ctx: PaymentsContext,
  known: T,
  { read, plan }: Recording<T>,
): Promise<T> {
  const current = await read()
  if (!current.request || current.request.key !== known.request?.key) return current
  const now = ctx.clock.now()
  const transition = await plan(now, current)
  if (!transition) return current
  await commit(ctx, now, transition.writes, 'record-result')
  return transition.transaction
}

/**
 * After a capture or a void was declined the authorization stands, and is voided when its time is up. If it is up
 * already, the void is requested again every day, and after thirty days of that an operator must ask the acquirer.
 */
export async function backToAuthorized(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
): Promise<Changes<Payment>> {
  const lapses = await lapsesAt(ctx, payment, payment.approvedAt!)
  if (Temporal.Instant.compare(now, lapses) < 0) return { ...noPendingRequest, dueAt: lapses }
  if (Temporal.Instant.compare(now, lapses.add(voidRefusedMax)) < 0)
    return { ...noPendingRequest, dueAt: now.add(voidAgainAfter) }
  ctx.log.error(
    { payment: String(payment.id) },
    'the acquirer does not void this authorization; an operator must ask the acquirer',
  )
  return { ...noPendingRequest, dueTries: inquiriesMax + 1 }
}
const voidAgainAfter = { hours: 24 }
const voidRefusedMax = { hours: 30 * 24 }
