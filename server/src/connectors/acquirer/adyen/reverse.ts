import type { Instant } from '#kernel/base/clock.ts'
import { NoResponse, NotSent } from '../errors.ts'
import type { Declined, Done, Pending, ReverseRequest } from '../port.ts'
import type { AdyenResponse } from './api.ts'
import { type AdyenContext, keyGoodFor, quietFor } from './context.ts'
import { declined } from './declines.ts'
import { disputedOf } from './dispute-store.ts'
import { decideStory, planChanges, recordOnce } from './record.ts'
import { storyOf } from './store.ts'
import {
  authorizationIn,
  deciderIn,
  type Entry,
  isCarriedOut,
  pspReferenceIn,
  reversalsIn,
  type Story,
  stateOf,
  whyNot,
} from './story.ts'
import { verdictOf } from './tries.ts'

/**
 * Reverses an authorization, whatever its result is. Where nothing has left, it is done at once, and the request never
 * leaves. Where Adyen's name of the payment is known, it is cancelled or refunded under that name. Where the answer is
 * lost, it is cancelled under our own reference (technical cancel), and once more by its name, should it turn up.
 */
export async function reverse(ctx: AdyenContext, request: ReverseRequest): Promise<Done | Declined | Pending> {
  const { key, authorization, amount } = request
  const { entry } = await recordOnce(ctx, request, async (story) => {
    const disputedMinor = await disputedOf(ctx, authorization)
    const reason = whyNot(story, { kind: 'reverse', amount, disputedMinor })
    const result = reason ? declined('rejected_by_processor') : isNothingHeld(story) ? done(key) : null
    return {
      key,
      authorization,
      kind: 'reverse',
      minor: amount.minor,
      currency: amount.currency,
      result,
      isSent: false,
    }
  })
  return reversalResult(entry) ?? (await pursue(ctx, authorization, key))
}

const done = (reference: string): Done => ({ outcome: 'done', reference })

/** Nothing was ever sent, Adyen has declined it, it holds nothing, or it is reversed already. */
function isNothingHeld(story: Story): boolean {
  const state = stateOf(story)
  return (
    ['unknown', 'unsent', 'verified', 'reversed'].includes(state) || (state === 'declined' && !mayBeApproved(story))
  )
}

/** A challenge that was declined by us may still be passed at Adyen. */
function mayBeApproved(story: Story): boolean {
  const authorization = authorizationIn(story)
  return authorization?.result?.outcome === 'challenge' && pspReferenceIn(story) === null
}

export function reversalResult({ result }: Entry): Done | Declined | undefined {
  // What has failed since was done: it is not requested again by its own key.
  if (result?.outcome === 'failed') return done(result.reference)
  return result?.outcome === 'done' || result?.outcome === 'declined' ? result : undefined
}

/** Continues every reversal of this authorization that is under way; what fails is tried again when it is due. */
export async function reverseNow(ctx: AdyenContext, authorization: string): Promise<void> {
  for (const { key, result } of reversalsIn(await storyOf(ctx, authorization))) {
    if (result !== null) continue
    try {
      await pursue(ctx, authorization, key)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      ctx.log.warn({ connector: ctx.connector, err: error }, 'a payment that must not stand is not cancelled yet')
    }
  }
}

type Step =
  | { is: 'over'; result: Done | Declined }
  | { is: 'waits'; reference: string }
  | { is: 'sends'; route: 'reference' }
  | { is: 'sends'; route: 'psp'; payment: string }

/** `before`: the request as it was, when it was never sent by this route. */
type Sending = Extract<Step, { is: 'sends' }> & { before: Entry | undefined }

/**
 * Requests what a reversal needs next, and says how it stands. Safe to repeat.
 * @throws NotSent, NoResponse.
 */
export async function pursue(
  ctx: AdyenContext,
  authorization: string,
  key: string,
): Promise<Done | Declined | Pending> {
  const now = ctx.clock.now()
  const step = await decideStory<Exclude<Step, { is: 'sends' }> | Sending>(ctx, authorization, (story) => {
    const entry = reversalOf(story, key)
    const value = nextStep(story, entry, now)
    if (value.is === 'over' && entry.result === null)
      return { writes: planChanges(story, entry, { result: value.result, dueAt: null }), value }
    if (value.is !== 'sends') return { writes: [], value }
    const isNew = entry.route !== value.route
    const changes = isNew ? { route: value.route, pspReference: null, sentAt: now, refusedAt: null } : {}
    return { writes: planChanges(story, entry, changes), value: { ...value, before: isNew ? entry : undefined } }
  })
  if (step.is === 'over') return step.result
  if (step.is === 'waits') return { outcome: 'pending', reference: step.reference }
  return send(ctx, { authorization, key }, step)
}

function reversalOf(story: Story, key: string): Entry {
  const entry = story.find((each) => each.key === key)
  if (!entry) throw new Error(`the reversal ${key} is not recorded`)
  return entry
}

function nextStep(story: Story, entry: Entry, now: Instant): Step {
  const { key, route, pspReference } = entry
  const known = reversalResult(entry)
  if (known) return { is: 'over', result: known }
  const others = reversalsIn(story).filter((each) => each.key !== key)
  const payment = pspReferenceIn(story)
  // One that was done because nothing had come of the payment does not end what came of it later.
  const isEnded = (each: Entry) => (payment === null ? each.result?.outcome === 'done' : isCarriedOut(each))
  if (others.some(isEnded)) return { is: 'over', result: done(key) }
  const waits = { is: 'waits', reference: pspReference ?? key } as const
  // Two at once would get in each other's way: the earlier one goes first.
  if (others.some(({ result, step }) => result === null && step < entry.step)) return waits
  if (payment !== null) {
    const isSent = route === 'psp' && pspReference !== null
    return isSent || isTechnicalCancelOpen(entry, now) ? waits : { is: 'sends', route: 'psp', payment }
  }
  if (isOver(story)) return { is: 'over', result: done(key) }
  if (pspReference === null) return { is: 'sends', route: 'reference' }
  return isQuiet(entry, now) ? { is: 'over', result: done(key) } : waits
}

/** What was requested under our own reference is answered first: a second request beside it would fail for no reason. */
const isTechnicalCancelOpen = ({ route, pspReference, refusedAt, sentAt }: Entry, now: Instant): boolean =>
  route === 'reference' &&
  pspReference !== null &&
  refusedAt === null &&
  sentAt !== null &&
  Temporal.Instant.compare(sentAt.add(technicalCancelWithin), now) > 0
const technicalCancelWithin = { hours: 1 }

/** Adyen has said that the payment was declined, and no challenge of it is open. */
const isOver = (story: Story): boolean => deciderIn(story)?.result?.outcome === 'declined' && !mayBeApproved(story)

/** Adyen knew no such payment, and nothing came of it for so long that nothing will. */
const isQuiet = ({ refusedAt, sentAt }: Entry, now: Instant): boolean =>
  refusedAt !== null && sentAt !== null && Temporal.Instant.compare(sentAt.add(quietFor), now) < 0

async function send(
  ctx: AdyenContext,
  { authorization, key }: Pick<Entry, 'authorization' | 'key'>,
  step: Sending,
): Promise<Done | Declined | Pending> {
  const entry = reversalOf(await storyOf(ctx, authorization), key)
  const { sentAt } = entry
  if (sentAt !== null && Temporal.Instant.compare(sentAt.add(keyGoodFor), ctx.clock.now()) < 0)
    throw new NoResponse(`the key ${key} is too old to be sent again`)
  const response = await post(ctx, entry, step)
  // A payment of which our reference says nothing may still turn up: another try cannot make that any surer.
  const verdict = verdictOf(response, { isOnlyTry: step.before !== undefined || step.route === 'reference' })
  if (verdict.is === 'turnedAway') {
    await takeBack(ctx, entry, step)
    throw new NoResponse(`Adyen turned a reversal away with ${response.status}`)
  }
  if (verdict.is === 'notDone') return refuse(ctx, entry, step.route, entry.version)
  const { pspReference } = verdict
  return decideStory(ctx, authorization, (story) => {
    const current = reversalOf(story, key)
    const value = reversalResult(current) ?? { outcome: 'pending' as const, reference: pspReference }
    const isTaken = current.result !== null || current.route !== step.route || current.pspReference !== null
    return { writes: isTaken ? [] : planChanges(story, current, { pspReference }), value }
  })
}

async function post(ctx: AdyenContext, entry: Entry, step: Sending): Promise<AdyenResponse> {
  const { key, authorization } = entry
  try {
    return step.route === 'psp'
      ? await ctx.api.post(`/payments/${step.payment}/reversals`, { reference: key }, `${key}-psp`)
      : await ctx.api.post('/cancels', { paymentReference: authorization, reference: key }, key)
  } catch (error) {
    if (error instanceof NotSent) await takeBack(ctx, entry, step)
    throw error
  }
}

/** Adyen has not looked at the first try by this route: the next one is the first. */
async function takeBack(ctx: AdyenContext, { key, authorization, version }: Entry, { before }: Sending): Promise<void> {
  if (!before) return
  await decideStory(ctx, authorization, (story) => {
    const current = reversalOf(story, key)
    const { route, pspReference, sentAt, refusedAt } = before
    const isTaken = current.version !== version
    return {
      writes: isTaken ? [] : planChanges(story, current, { route, pspReference, sentAt, refusedAt }),
      value: undefined,
    }
  })
}

/**
 * Adyen does not carry it out. Under its own name of the payment that is final; under our reference it knows no such
 * payment yet, and one may still turn up.
 */
export async function refuse(
  ctx: AdyenContext,
  entry: Pick<Entry, 'key' | 'authorization' | 'isOurs'>,
  route: 'reference' | 'psp',
  version?: number,
): Promise<Done | Declined | Pending> {
  const { key, authorization, isOurs } = entry
  if (route === 'psp') {
    if (isOurs)
      ctx.log.error({ connector: ctx.connector, authorization }, 'a payment that must not stand was not cancelled')
    return finish(ctx, entry, declined('rejected_by_processor'), version)
  }
  const now = ctx.clock.now()
  await decideStory(ctx, authorization, (story) => {
    const its = reversalOf(story, key)
    if (its.result !== null || its.route !== 'reference') return { writes: [], value: undefined }
    const changes = { refusedAt: now, pspReference: its.pspReference ?? key, dueAt: now.add(quietFor) }
    return { writes: planChanges(story, its, changes), value: undefined }
  })
  return { outcome: 'pending', reference: key }
}

/**
 * Records the result of a reversal. The first result stays.
 * @param version Of the request, where the result is so only while no other process has sent it.
 * @throws NoResponse where one has.
 */
export const finish = (
  ctx: AdyenContext,
  { key, authorization }: Pick<Entry, 'key' | 'authorization'>,
  result: Done | Declined,
  version?: number,
): Promise<Done | Declined> =>
  decideStory(ctx, authorization, (story) => {
    const its = reversalOf(story, key)
    const known = reversalResult(its)
    if (known) return { writes: [], value: known }
    if (version !== undefined && its.version !== version)
      throw new NoResponse(`the reversal ${key} is sent by another process`)
    return { writes: planChanges(story, its, { result, dueAt: null }), value: result }
  })
