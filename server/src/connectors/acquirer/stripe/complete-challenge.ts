import type { CompleteChallengeRequest, CompleteChallengeResult } from '../port.ts'
import { authorizationResult, concluded, findHead } from './authorize.ts'
import type { StripeContext } from './context.ts'
import { cancelIntent, getIntent, giveUp } from './intents.ts'
import { declined, type Entry, recordOnce, recordResult } from './record.ts'
import { type Intent, resultOf } from './results.ts'

/**
 * The shopper is back from their bank. Stripe has confirmed the intent by itself, or has not: what the browser brings only
 * says whose return this is.
 */
export async function completeChallenge(
  ctx: StripeContext,
  { key, authorization, response }: CompleteChallengeRequest,
): Promise<CompleteChallengeResult> {
  const head = await findHead(ctx, authorization)
  const entry = await recordOnce(ctx, key, async () => {
    const { minor = 0n, currency = 'EUR' as const, needsChallenge = false } = head ?? {}
    const result = head?.object ? null : declined('rejected_by_processor')
    return { key, authorization, kind: 'completeChallenge', minor, currency, needsChallenge, result }
  })
  if (entry.result || !head?.object) return authorizationResult(entry.result ?? declined('rejected_by_processor'))
  const isTheirs = response.payment_intent === head.object || response.setup_intent === head.object
  if (!isTheirs) return unproved(ctx, head, entry)
  return challengeResult(ctx, head, entry)
}

/** Nobody proves with the return of another challenge, or with none, that this one was passed. */
async function unproved(ctx: StripeContext, head: Entry, entry: Entry): Promise<CompleteChallengeResult> {
  await giveUp(ctx, { ...entry, kind: head.kind }, head.object!)
  return authorizationResult(await recordResult(ctx, entry.key, declined('authentication_failed', head.object!)))
}

/** What the challenge has come to by now. */
export async function challengeResult(ctx: StripeContext, head: Entry, entry: Entry): Promise<CompleteChallengeResult> {
  const intent = await getIntent(ctx, head, head.object!)
  const read = resultOf(intent)
  if (read.outcome === 'challenge' || read.outcome === 'unclear') return unfinished(ctx, { head, entry, intent })
  return concluded(ctx, { ...entry, kind: head.kind }, intent)
}

type Unfinished = { head: Entry; entry: Entry; intent: Intent }

/** Stripe may take a moment to receive the bank's result. A shopper who did nothing there does not come back a second time. */
async function unfinished(ctx: StripeContext, { head, entry, intent }: Unfinished): Promise<CompleteChallengeResult> {
  const isOver = Temporal.Instant.compare(ctx.clock.now(), entry.requestedAt.add({ minutes: waitedMinutes })) >= 0
  if (!isOver) return { outcome: 'pending', reference: intent.id }
  if (!(await cancelIntent(ctx, head, { id: intent.id, key: `${entry.key}:give-up` })))
    return { outcome: 'pending', reference: intent.id }
  return authorizationResult(await recordResult(ctx, entry.key, declined('authentication_failed', intent.id)))
}
const waitedMinutes = 10
