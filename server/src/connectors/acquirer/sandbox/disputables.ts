import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type Money, subtract } from '#kernel/base/money.ts'
import type { DisputeReason, RequestKey } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { isAuthorization, isDispute, type SandboxRecord, type Story } from './record.ts'

/** A captured payment, as the bank of its cardholder sees it. */
export type Disputable = {
  authorization: RequestKey
  amount: Money
  refunded: Money
  /** Charged back, in disputes that are open or lost. */
  disputed: Money
  /** What can still be disputed: also what was refunded. */
  left: Money
  cardTail: string
  descriptor: string
  capturedAt: Instant
  disputes: readonly {
    dispute: string
    amount: Money
    reason: DisputeReason
    outcome: 'opened' | 'won' | 'lost'
    at: Instant
  }[]
}

/** The captured payments among the newest `limit` authorizations. */
export async function disputables(
  { record, clock }: { record: SandboxRecord; clock: Clock },
  limit: number,
): Promise<Disputable[]> {
  const stories = await record.latest(limit)
  return stories.flatMap((story) => disputableOf(story, clock.now()) ?? [])
}

function disputableOf(story: Story, now: Instant): Disputable | undefined {
  const state = stateAt(story, now)
  const requested = story.find(isAuthorization)
  if (state.is !== 'captured' || !requested) return undefined
  const { amount, refunded, disputed, capturedAt } = state
  return {
    authorization: requested.authorization,
    amount,
    refunded,
    disputed,
    left: subtract(amount, disputed),
    cardTail: requested.cardTail ?? '',
    descriptor: requested.descriptor ?? '',
    capturedAt,
    disputes: disputesIn(story),
  }
}

function disputesIn(story: Story): Disputable['disputes'] {
  const byName = Map.groupBy(story.filter(isDispute), ({ result }) => result.dispute)
  return [...byName].map(([dispute, entries]) => {
    const [{ amount, result, requestedAt }, last] = [entries[0]!, entries.at(-1)!]
    return { dispute, amount, reason: result.reason, outcome: last.result.outcome, at: requestedAt }
  })
}
