import { auditedOrder, transitionOrder } from '#acquiring/orders'
import type { Author } from '#core/directory'
import { commit, decide, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { changeSession } from './change-session.ts'
import type { CheckoutContext } from './context.ts'
import type { SessionId } from './ids.ts'
import { refuse } from './refusals.ts'
import { endOfSession, idleUntil, type Session } from './session.ts'
import { sessionToken } from './session-token.ts'
import { findSession } from './store.ts'
import { findVisit, stateOf, type Visit } from './visit.ts'

/** The shopper returns to the store without paying. Once an attempt is under way there is nothing to cancel. */
export const cancelSession = (ctx: CheckoutContext, id: SessionId): Promise<void> =>
  decide(async () => {
    const visit = await findVisit(ctx, sessionToken(ctx.keys, id))
    if (visit && stateOf(visit) === 'payable') await end(ctx, visit, 'cancelled')
  })

/**
 * Ends a session because a person of the store or the platform wants it: its order cannot be paid any more. Refuses with
 * `session_not_open` when it has ended, is paid, or has a payment under way.
 */
export async function endSession(ctx: CheckoutContext, { by, id }: { by: Author; id: SessionId }): Promise<Session> {
  await decide(async () => {
    const visit = await findVisit(ctx, sessionToken(ctx.keys, id))
    if (!visit) throw refuse('session_not_found')
    const state = stateOf(visit)
    if (state !== 'payable') throw refuse('session_not_open', { state })
    const { order } = visit
    const entry = auditedOrder(ctx.clock.now(), by, order, { action: 'sessionEnded', after: { session: String(id) } })
    await end(ctx, visit, 'cancelled', { by: 'merchant', alongside: [entry] })
  })
  return (await findSession(ctx.db, id))!
}

/** Ends a session that has been idle for too long. A payment under way is waited for first. */
export const expireSession = (ctx: CheckoutContext, id: SessionId): Promise<void> =>
  decide(async () => {
    const visit = await findVisit(ctx, sessionToken(ctx.keys, id))
    const now = ctx.clock.now()
    if (!visit?.session.dueAt || Temporal.Instant.compare(visit.session.dueAt, now) > 0) return
    const state = stateOf(visit)
    const isOver = state === 'expired' && visit.session.status === 'open'
    if (state === 'payable' || isOver) return end(ctx, visit, 'expired')
    const underWay = state === 'processing' || state === 'challenging'
    const change = { due_at: underWay ? idleUntil(visit.site, now) : null }
    await commit(ctx, now, [changeSession(visit.session, change)], 'end-session')
  })

/** Extends the session of an active shopper, at most every sixth of its time. Losing the race to another tab does no harm. */
export async function keepOpen(
  ctx: CheckoutContext,
  { session, site }: Pick<Visit, 'session' | 'site'>,
): Promise<void> {
  const now = ctx.clock.now()
  if (session.status !== 'open' || !session.dueAt) return
  const until = endOfSession(site, session.options, now)
  if (until.since(session.dueAt).total('minutes') < site.sessionMinutes / writtenPerSession) return
  try {
    await commit(ctx, now, [changeSession(session, { due_at: until })], 'end-session')
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
  }
}
const writtenPerSession = 6

async function end(
  ctx: CheckoutContext,
  { session, order }: Visit,
  reason: 'cancelled' | 'expired',
  { by, alongside }: { by: 'shopper' | 'merchant'; alongside: readonly Write[] } = { by: 'shopper', alongside: [] },
): Promise<void> {
  const now = ctx.clock.now()
  await commit(
    ctx,
    now,
    [
      changeSession(session, { status: 'ended', end_reason: reason, due_at: null }),
      ...transitionOrder(now, order, 'fail', {
        endReason: reason === 'cancelled' ? `cancelled_by_${by}` : 'expired',
      }),
      ...alongside,
    ],
    'end-session',
  )
}
