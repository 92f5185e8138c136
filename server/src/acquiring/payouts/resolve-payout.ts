import type { PaymentId } from '#acquiring/ids'
import { termsOf } from '#acquiring/merchant-payouts'
import {
  beforeDone,
  changeDue,
  findAwaiting,
  getPayout,
  inquire,
  inquiriesMax,
  isCutOff,
  isDue,
  type PaymentsContext,
  type Payout,
  reportsByMessage,
  waitForConnection,
  waitLonger,
} from '#acquiring/payments'
import type { IncomingResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { recordPayoutResult, sendPayout } from './pay-out.ts'
import { reinstatePayout } from './reinstate-payout.ts'

/**
 * Resolves a payout that is due. One whose result the acquirer does not know is neither reversed nor treated as
 * declined: the customer may have the money already, or get it yet. One that never arrived is sent again under its own
 * key, while it may be sent and acquirers surely remember keys; after that "not found" may mean that it was forgotten, and an operator
 * must ask (decision 28).
 */
export async function resolvePayout(ctx: PaymentsContext, id: PaymentId): Promise<void> {
  const payout = await getPayout(ctx.db, id)
  if (!isDue(ctx, payout)) return
  if (await isCutOff(ctx, payout)) return waitForConnection(ctx, payout)
  const inquiry = await inquire(ctx, payout, payout.key)
  switch (inquiry?.outcome) {
    case 'done':
    case 'declined':
      await recordPayoutResult(ctx, payout, inquiry)
      return
    case 'not_found':
      return sendAgain(ctx, payout)
    default:
      if (reportsByMessage(ctx, payout) && payout.reference === undefined) return sendAgain(ctx, payout)
      if (!inquiry) await recordPayoutResult(ctx, payout, undefined)
      await waitLonger(ctx, await getPayout(ctx.db, id))
  }
}

/**
 * Applies what an incoming message of a connector says of a payout, if it is awaited and the message is final. Returns
 * whether the message was applied.
 */
export async function applyPayoutResult(
  ctx: PaymentsContext,
  connector: ConnectorId,
  incoming: IncomingResult,
): Promise<boolean> {
  const { key } = incoming
  const found = await findAwaiting(ctx.db, connector, key)
  const result = beforeDone(incoming.result)
  const isFinal = result.outcome === 'done' || result.outcome === 'declined'
  if (found?.type === 'credit' && isFinal) await recordPayoutResult(ctx, found, result)
  // Another process may have recorded that it is done, just now or long ago.
  const isBack = incoming.result.outcome === 'returned' && (await reinstatePayout(ctx, connector, key))
  return isBack || (found?.type === 'credit' && isFinal)
}

async function sendAgain(ctx: PaymentsContext, payout: Payout): Promise<void> {
  const { clock, log } = ctx
  if (Temporal.Instant.compare(clock.now(), payout.createdAt.add(keyIsKnownFor)) >= 0) {
    log.error(
      { payment: String(payout.id) },
      'the acquirer does not find this payout any more; an operator must ask the acquirer',
    )
    return changeDue(ctx, payout, { dueAt: undefined, dueTries: inquiriesMax + 1 })
  }
  // Somebody has stopped it since. It is inquired about again, and no try is counted.
  if (!(await mayBeSent(ctx, payout))) return changeDue(ctx, payout, { dueAt: clock.now().add(stoppedWait) })
  await waitLonger(ctx, payout)
  const current = await getPayout(ctx.db, payout.id)
  const isWanted = current.request?.key === payout.request?.key && (await mayBeSent(ctx, current))
  if (isWanted) await sendPayout(ctx, current)
}
const stoppedWait = { minutes: 15 }
/** Acquirers remember the keys of requests for a day at least. */
const keyIsKnownFor = { hours: 24 }

/**
 * Whether a payout to a card that was allowed when it was begun may still be sent: its site may pay out, payouts of its merchant
 * are not on hold, and no operator has paused its connector.
 */
async function mayBeSent(ctx: PaymentsContext, { siteId, merchantId, connector }: Payout): Promise<boolean> {
  const [site, terms, paused] = await Promise.all([
    ctx.directory.site(siteId),
    termsOf(ctx.db, merchantId),
    ctx.routing.pausedNow(),
  ])
  return site?.payoutsAllowed === true && terms.holds.length === 0 && !paused.has(connector)
}
