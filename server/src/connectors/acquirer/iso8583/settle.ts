import { type IsoMessage, textOf } from '#connectors/iso8583/iso-message.ts'
import { commit, decide, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/jsonb.ts'
import type { Declined, InquiryResult } from '../port.ts'
import type { HostContext } from './context.ts'
import { ended, reversalsDone } from './exchange.ts'
import type { Profile } from './profile.ts'
import { declined } from './read-response.ts'
import { planResults } from './record.ts'
import { planAnswered } from './refused-request-store.ts'
import { onItsWayMs, refusedWaitMs } from './repeats.ts'
import { isLater, isUnknownOriginal, meaningOf } from './response-codes.ts'
import { storyOf } from './store.ts'
import { type Message, reversedBy, type Story } from './story.ts'
import { otherTries, type Tries, type Verdict, verdictOf, withAnswer } from './tries.ts'
import { rrnOf } from './values.ts'

type Answered = { profile: Profile; message: Message; response: IsoMessage }

/** What an answer makes of its message. `again` waits as every message without an answer does. */
type Outcome =
  | { is: 'closed'; status: 'answered' | 'refused'; results: ReadonlyMap<string, InquiryResult>; forgets?: boolean }
  | { is: 'again'; waitMs?: number; trouble?: string; isRefused?: boolean }

/** Records the answer to a message that is sent until it is answered. Resolves to whether it is closed. */
export async function settle(ctx: HostContext, { profile, message, response }: Answered): Promise<boolean> {
  const code = textOf(response, 39)?.trim() ?? ''
  const { id, attempts: attempt } = message
  const outcome = await decide(async () => {
    const story = await storyOf(ctx.db, ctx.connector, message.authorization)
    // An operator may have decided about it meanwhile: then this answer is about nothing.
    const { status, stan, tries, attempts } = story.messages.find((each) => each.id === id) ?? message
    if (status !== 'open' || stan !== message.stan) return undefined
    const others = otherTries(tries, { attempts, attempt })
    const verdict = verdictOf(code, others, profile)
    const outcome = outcomeOf(profile, { story, message, code, others, verdict })
    const now = ctx.clock.now()
    const isClosed = outcome.is === 'closed'
    const answer = { code, tries: jsonb(withAnswer(tries, attempt, code)) }
    const set = isClosed
      ? { ...answer, status: outcome.status, due_at: null, leased_until: null }
      : { ...answer, ...(outcome.waitMs !== undefined && { due_at: now.add({ milliseconds: outcome.waitMs }) }) }
    const writes = [
      update('isohost.messages', { set, where: { id, status: 'open', stan } }),
      ...(isClosed ? planResults(story, outcome.results) : []),
      ...(mayBeRefused.has(message.kind)
        ? await planAnswered(ctx, { message, code, outcome: refusalOf(outcome), isKnown: verdict !== 'unknown' })
        : []),
    ]
    await commit(ctx, now, writes, 'settle')
    return outcome
  })
  if (!outcome) return true
  if (outcome.is === 'again') {
    const named = { type: message.kind, stan: message.stan, code }
    if (outcome.trouble) ctx.log.error(named, `the host of an acquirer ${outcome.trouble}`)
    return false
  }
  if (outcome.forgets) await ctx.cards.forget(message.authorization)
  return true
}

/** What a host may not refuse; an operator decides about it. */
const mayBeRefused = new Set<Message['kind']>(['completion', 'reversal'])

const refusalOf = (outcome: Outcome): 'taken' | 'refused' | 'again' =>
  outcome.is === 'closed' ? 'taken' : outcome.isRefused ? 'refused' : 'again'

type Answer = { story: Story; message: Message; code: string; others: Tries; verdict: Verdict }

function outcomeOf(profile: Profile, answer: Answer): Outcome {
  switch (answer.message.kind) {
    case 'reversal':
      return afterReversal(answer)
    case 'completion':
      return afterCompletion(answer)
    default:
      return afterTransfer(profile, answer)
  }
}

const resultFor = ({ request }: Message, result: InquiryResult): ReadonlyMap<string, InquiryResult> =>
  new Map(request === null ? [] : [[request, result]])

const doneFor = (message: Message): InquiryResult => ({ outcome: 'done', reference: rrnOf(message) })

/**
 * A completion of a sale reports what was approved: it may not be refused. Somebody has to speak to the acquirer, and an
 * operator decides about it; meanwhile it is sent again each hour.
 */
function afterCompletion({ message, code, verdict }: Answer): Outcome {
  if (verdict === 'done') return { is: 'closed', status: 'answered', results: resultFor(message, doneFor(message)) }
  if (isLater(code)) return { is: 'again' }
  if (message.request === null)
    return {
      is: 'again',
      waitMs: refusedWaitMs,
      trouble: 'refuses to complete a payment that it has approved',
      isRefused: true,
    }
  if (verdict === 'unknown') return notKnown
  return { is: 'closed', status: 'refused', results: resultFor(message, declined('rejected_by_processor')) }
}

/**
 * Refunds and payouts: an advice that the host could not take now comes again; to a request it has given its answer. What
 * may have been carried out stays pending, with its number, until the host says so, or a person.
 */
function afterTransfer(profile: Profile, { message, verdict, code }: Answer): Outcome {
  const isPayout = message.kind === 'payout'
  if (verdict === 'done')
    return { is: 'closed', status: 'answered', results: resultFor(message, doneFor(message)), forgets: isPayout }
  const isAdvice = profile.messages[message.kind]?.type[2] === '2'
  if (isLater(code) && (isAdvice || verdict === 'unknown')) return { is: 'again' }
  if (verdict === 'unknown') return notKnown
  const reason = meaningOf(code, profile.codes)
  const result: Declined = declined(reason === 'approved' || reason === 'unusable' ? 'rejected_by_processor' : reason)
  return { is: 'closed', status: 'refused', results: resultFor(message, result), forgets: isPayout }
}

const notKnown: Outcome = {
  is: 'again',
  waitMs: refusedWaitMs,
  trouble: 'does not say whether it has carried out what it may have received before',
}

/**
 * A payment without a response is declined when its reversal is confirmed. While it may still be on its way, a host that
 * does not know it has confirmed nothing.
 */
function afterReversal({ story, message, code, others, verdict }: Answer): Outcome {
  const original = reversedBy(story.messages, message)
  const isInDoubt = original === undefined || original.status === 'unanswered'
  const isNotFound = verdict !== 'done' && isUnknownOriginal(code)
  const isRepeatedlyUnknown = others.some((one) => one !== null && isUnknownOriginal(one))
  const isReserved = original?.kind === 'authorization'
  const isUndone = verdict === 'done' || (isNotFound && (isInDoubt ? isRepeatedlyUnknown : isReserved))
  if (isUndone) {
    const first = story.entries[0]?.result
      ? []
      : ended(story, declined('provider_error', original && rrnOf(original))).results
    return {
      is: 'closed',
      status: 'answered',
      results: new Map([...first, ...reversalsDone(story)]),
      forgets: true,
    }
  }
  if (isLater(code)) return { is: 'again' }
  if (isNotFound && isInDoubt) return { is: 'again', waitMs: onItsWayMs }
  if (isInDoubt)
    return {
      is: 'again',
      waitMs: refusedWaitMs,
      trouble: 'refuses to reverse a payment that it has not answered',
      isRefused: true,
    }
  if (verdict === 'unknown') return notKnown
  // Settled already, as a rule: a refund returns it.
  return { is: 'closed', status: 'refused', results: resultFor(message, declined('rejected_by_processor')) }
}
