import { randomUUID } from 'node:crypto'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { compare, type Money, subtract } from '#kernel/base/money.ts'
import type { DisputeReason, RequestKey } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { type DisputeEntry, isDispute, recordOnce, type SandboxRecord, type Story } from './record.ts'
import { disputeNameOf } from './request-trail.ts'

/** What a cardholder's bank cannot do, in words for whoever asked for it. */
export class NoDispute extends Error {
  override readonly name = 'NoDispute'
}

export type DisputeInput = {
  authorization: RequestKey
  /** All that was not disputed yet, unless told. */
  amount?: Money | undefined
  reason: DisputeReason
  /** Two who wish the same by one key wish it once. */
  key?: RequestKey
  at?: Instant
}

/**
 * A cardholder's bank takes money back. It does not ask what the merchant has given back already: as in the networks, that
 * is for the merchant to prove.
 * @throws {NoDispute} when there is nothing to take back.
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
 * It is decided who gets the money. What was lost can be won afterwards; the same said again changes nothing.
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
  if (state.is !== 'captured') throw new NoDispute('Nothing was taken of this payment, or it was taken back whole.')
  const most = subtract(state.amount, state.disputed)
  const amount = wanted ?? most
  if (amount.minor <= 0n)
    throw new NoDispute('All of this payment is disputed already, or the amount is not above zero.')
  if (amount.currency !== most.currency || compare(amount, most) > 0)
    throw new NoDispute('That is more than was taken and is not disputed yet.')
  return amount
}

function known(entry: Awaited<ReturnType<typeof recordOnce>>): DisputeEntry {
  if (isDispute(entry)) return entry
  throw new NoDispute('This key was used for something else.')
}
