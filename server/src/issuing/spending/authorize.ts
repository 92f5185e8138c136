import { randomInt } from 'node:crypto'
import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { Partner } from '#core/partners'
import { isPinBlocked, rightPinWrites, wrongPinWrites } from '#issuing/cards'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { askFirst } from './asking/question.ts'
import type { Books } from './books.ts'
import { requestOf, stepOf } from './cells.ts'
import type { Authentication } from './context.ts'
import type { WithCard } from './incoming.ts'
import { planIncrease } from './increase.ts'
import { type Joined, planJoining, withoutJoined } from './join-presented.ts'
import { type Judgement, judge, type Velocity } from './judge.ts'
import { type Judged, responseTo } from './judged.ts'
import type { Outcome } from './outcome.ts'
import { planPosting } from './post-payment.ts'
import { withApproval, withChange } from './sums.ts'
import { expiryOfHold, isSpending, type Transaction } from './transaction.ts'
import { statusAfter } from './transaction-states.ts'
import {
  createTransaction,
  factsOfTransaction,
  joinChallenge,
  openHold,
  transitionTransaction,
} from './transaction-writes.ts'

/** What a request for authorization is judged by, besides the sums. */
export type Authorizing = WithCard<AuthorizationRequest> & {
  replacedFor: string | undefined
  authentication: Authentication | undefined
  /** That the challenge has made, when there was one. */
  challenged: Transaction | undefined
  /** The partner, if it takes part in decisions: it is asked about what all rules approve. */
  asks: Partner | undefined
  /** It was typed while too many wrong codes or dates are counted, so that neither is compared. */
  tooManyWrong?: boolean
}

type Deciding = {
  now: Instant
  books: Books
  /** Its reversal was here before it. */
  isReversed: boolean
  velocity: Velocity | undefined
  /** To which the amount is added. */
  original: Transaction | undefined
  /** A clearing or an advice has named this message before it came, and has made this transaction. */
  joined: Joined | undefined
}

/** Judges a request, and plans what follows: an approved amount is held, or posted at once, and a decline is recorded. */
export function authorize(asked: Authorizing, deciding: Deciding): Outcome {
  const { now, books, original, joined } = deciding
  const { request, card, asks } = asked
  const judgement = judgeRequest(asked, deciding)
  const judged = { now, books, judgement, authorizationCode: newAuthorizationCode() }
  const spends = judgement.isApproved && isSpending(request.purpose) && !joined
  if (spends) {
    const sums = withChange(books.card(card.id), judgement.approved.billed!.minor, books.day)
    books.setCard(card.id, withApproval(sums, now, deciding.velocity?.most ?? 0))
  }
  const planned = original ? planIncrease(asked, original, judged) : planRequest(asked, joined, judged)
  const writes = [...planned.writes, ...writesOfPin(asked, now)]
  const outcome = { ...planned, verdicts: judgement.verdicts, writes }
  return spends && asks ? askFirst(now, { ...asked, asks }, { outcome, judgement, isIncrease: !!original }) : outcome
}

function planRequest(asked: Authorizing, joined: Joined | undefined, judged: Judged): Omit<Outcome, 'verdicts'> {
  if (joined) return planJoining(asked, joined, judged)
  if (!judged.judgement.isApproved) return planHold(asked, judged)
  const { request, asks, challenged } = asked
  switch (stepOf(requestOf(request), challenged && { ...challenged, type: request.purpose })) {
    case 'hold':
    case 'announce':
    case 'answer':
      return planHold(asked, judged)
    case 'post':
      // The money of a payment that a partner is asked about moves with its answer.
      return asks && isSpending(request.purpose) ? planHold(asked, judged) : planPosting(asked, judged)
    case 'join':
    case 'decline':
      throw new Error('a challenge is not a payment yet')
  }
}

function judgeRequest(asked: Authorizing, { now, books, isReversed, velocity, joined }: Deciding): Judgement {
  const { request, card, product, shown, billed, authentication, replacedFor, tooManyWrong = false } = asked
  const { sums, spendable } = withoutJoined(books, card, joined)
  return judge({
    now,
    purpose: request.purpose,
    channel: request.channel,
    recurring: request.recurring,
    originalCredit: request.originalCredit,
    merchant: request.merchant,
    expiry: request.card.expiry,
    tooManyWrong,
    amount: request.amount,
    billed,
    partialAllowed: request.partialAllowed,
    card: { ...card, replacedFor, isPinBlocked: isPinBlocked(card) },
    product,
    cvv2: shown.cvv2,
    pin: shown.pin,
    threeDs: authentication?.outcome ?? 'absent',
    sums,
    spendable,
    velocity,
    isReversed,
  })
}

/** Each wrong PIN counts, whatever else is wrong; the right one of an approval ends the count. */
function writesOfPin({ shown, card, request }: Authorizing, now: Instant): Write[] {
  if (isPinBlocked(card)) return []
  if (shown.pin === 'noMatch') return wrongPinWrites(now, card, `network ${request.reference.acquirerId}`)
  return shown.pin === 'match' ? rightPinWrites(card) : []
}

function planHold(asked: Authorizing, { now, books, judgement, authorizationCode }: Judged): Omit<Outcome, 'verdicts'> {
  const { request, card, challenged } = asked
  const { isApproved, approved } = judgement
  const isHeld = isApproved && isSpending(request.purpose)
  const held = isHeld ? approved.billed!.minor : 0n
  if (isHeld) books.setHeld(card.accountId, books.account(card.accountId).held + held)
  const id = challenged?.id ?? newTransactionId(now)
  const action = isApproved ? actionOf(asked) : 'decline'
  const state = {
    status: statusAfter(challenged?.status ?? null, action)!,
    authorized: held,
    held,
    holds: isHeld ? 1 : 0,
    cleared: 0n,
    refunded: 0n,
    dueAt:
      isApproved && action !== 'complete'
        ? expiryOfHold(now, request.merchant.category, request.preauthorization)
        : null,
  }
  const facts = factsOfTransaction(now, asked, {
    id,
    type: request.purpose,
    channel: request.channel,
    entry: request.entry,
    billed: asked.billed,
    authorizationCode: isApproved && action !== 'ask' ? authorizationCode : null,
    forced: false,
    recurring: request.recurring,
    preauthorization: request.preauthorization,
    posts: request.posts,
    authenticationId: asked.authentication?.id ?? null,
  })
  const writes = challenged
    ? [...transitionTransaction(challenged, action, state).writes, joinChallenge(facts)]
    : createTransaction(facts, state)
  return {
    response: responseTo(asked, { books, judgement, authorizationCode, transactionId: id }),
    transactionId: id,
    change: {
      action,
      from: challenged?.status ?? null,
      to: state.status,
      authorized: held,
      held,
      hold: isHeld ? 1 : null,
    },
    billed: (isApproved ? approved : asked).billed?.minor ?? null,
    writes: [...writes, ...(isHeld ? [openHold(now, facts, 1, held)] : [])],
  }
}

/** What an approval is to the transaction. A partner is asked about what spends money; a refund waits for its money. */
function actionOf({ request: { purpose }, asks }: Authorizing): 'approve' | 'ask' | 'complete' {
  if (isSpending(purpose)) return asks ? 'ask' : 'approve'
  return purpose === 'refund' ? 'approve' : 'complete'
}

/** Field 38: without the letters and digits that people mistake for one another. */
function newAuthorizationCode(): string {
  let [code, bits] = ['', randomInt(codeSigns.length ** codeLength)]
  while (code.length < codeLength) {
    code += codeSigns[bits % codeSigns.length]
    bits = Math.floor(bits / codeSigns.length)
  }
  return code
}
const codeLength = 6
const codeSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
