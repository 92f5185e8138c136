import { randomUUID } from 'node:crypto'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { compare, type Money, subtract } from '#kernel/base/money.ts'
import type { DisputeReason, RequestKey } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { type DisputeEntry, isDispute, recordOnce, type SandboxRecord, type Story } from './record.ts'
import { disputeNameOf } from './request-trail.ts'

/** The cardholder's bank cannot do this. The message says why, for the person who requested it. */
export class NoDispute extends Error {
  override readonly name = 'NoDispute'
}

export type DisputeInput = {
  authorization: RequestKey
  /** By default all that is not disputed yet. */
  amount?: Money | undefined
  reason: DisputeReason
  /** An idempotency key: a second request with it changes nothing. */
  key?: RequestKey
  at?: Instant
}

/**
 * A cardholder's bank charges money back. It does not check what the merchant has refunded already: as in the card
 * networks, the merchant has to prove that.
 * @throws {NoDispute} when nothing is left to charge back.
 */
export async function openDispute(
  { record, clock }: { record: SandboxRecord; clock: Clock },
  { authorization, amount, reason, key = randomUUID(), at = clock.now() }: DisputeInput,
): Promise<DisputeEntry> {
  const entry = await recordOnce(record, { key, authorization }, (story) => ({
    ...factsOf(story, { key, authorization, at }),
    amount: amountOf(story, clock.now(), amount),
    result: { outcome: 'opened', dispute: disputeNameOf(key), reason },
  }))
  return known(entry)
}

/**
 * Decides a dispute. One that was lost can still be won; the same decision again changes nothing.
 * @throws {NoDispute} when there is no such dispute, or it was won.
 */
export async function decideDispute(
  { record, clock }: { record: SandboxRecord; clock: Clock },
  input: { authorization: RequestKey; dispute: string; outcome: 'won' | 'lost'; key?: RequestKey; at?: Instant },
): Promise<DisputeEntry> {
  const { authorization, dispute, outcome, key = randomUUID(), at = clock.now() } = input
  const entry = await recordOnce(record, { key, authorization }, (story) => {
    const [opened, ...later] = story.filter(isDispute).filter((one) => one.result.dispute === dispute)
    if (!opened) throw new NoDispute('There is no such dispute.')
    const last = later.at(-1)?.result.outcome
    if (last === 'won' || last === outcome) throw new NoDispute(`This dispute was ${last} already.`)
    const { amount, result } = opened
    return { ...factsOf(story, { key, authorization, at }), amount, result: { ...result, outcome } }
  })
  return known(entry)
}

const factsOf = (
  story: Story,
  { key, authorization, at }: { key: RequestKey; authorization: RequestKey; at: Instant },
) => ({ key, authorization, step: story.length, kind: 'dispute', note: undefined, requestedAt: at }) as const

function amountOf(story: Story, now: Instant, wanted: Money | undefined): Money {
  const state = stateAt(story, now)
  if (state.is !== 'captured') throw new NoDispute('Nothing was captured of this payment, or it was reversed.')
  const most = subtract(state.amount, state.disputed)
  const amount = wanted ?? most
  if (amount.minor <= 0n)
    throw new NoDispute('All of this payment is disputed already, or the amount is not above zero.')
  if (amount.currency !== most.currency || compare(amount, most) > 0)
    throw new NoDispute('That is more than was captured and is not disputed yet.')
  return amount
}

function known(entry: Awaited<ReturnType<typeof recordOnce>>): DisputeEntry {
  if (isDispute(entry)) return entry
  throw new NoDispute('This key was used for something else.')
}
