import type { NetworkResponse } from '#connectors/network/message.ts'
import { postHold, postTogether } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import { affordablePart, convertedOf } from '../billed.ts'
import type { Books } from '../books.ts'
import type { Named } from '../message-store.ts'
import type { Change } from '../outcome.ts'
import { presentmentName, presentmentWrite } from '../presentment.ts'
import { recoverDebt, recoveryOf } from '../recover-debt.ts'
import { keepHeld } from '../reverse.ts'
import { type Added, dayOf, withChange } from '../sums.ts'
import { holdName, type Transaction } from '../transaction.ts'
import { openHold, releaseHold, settledEvent, transitionTransaction } from '../transaction-writes.ts'
import type { Verdict } from '../verdict.ts'
import type { Question } from './question.ts'
import type { AskedQuestion } from './question-store.ts'

/** What is approved, and how the network is answered then. */
export type Approval = Pick<Question, 'approved' | 'response'> & {
  /** The partner approves a part, in the currency of the card. */
  most?: bigint | undefined
}

type Ending = {
  now: Instant
  books: Books
  transaction: Transaction
  question: AskedQuestion
  /** Of an increase: what reversals have left of it while the partner was asked. */
  left: bigint
  /** Its message, and all that were added. */
  named: Pick<Named, 'id' | 'isReplaced'> | undefined
  added: readonly Added[]
  verdict: Verdict
  cvv: NetworkResponse['cvv']
}

type Planned = { response: NetworkResponse; change: Change | null; billed: bigint; writes: readonly Write[] }

/** What becomes of what is held. A message of the network that came meanwhile has decided already, and stays. */
export function planEnd(ending: Ending, approval: Approval | undefined): Planned {
  const { transaction, question, left, named, verdict } = ending
  const { status } = transaction
  // What the network has said meanwhile that all of it comes to, the partner changes no more.
  if (named?.isReplaced) return unchanged(ending, approval ? approval.response : declined(ending, verdict.code ?? '05'))
  if (left === 0n || status === 'reversed' || status === 'expired') return unchanged(ending, declined(ending, '05'))
  if (!approval) {
    const response = declined(ending, verdict.code ?? '05')
    return question.isIncrease ? withdraw(ending, response) : decline(ending, response)
  }
  if (question.isIncrease) return confirmIncrease(ending, approval)
  return status === 'asking' ? approve(ending, approval) : unchanged(ending, approval.response)
}

const declined = ({ transaction, cvv }: Ending, code: string): NetworkResponse => ({
  code,
  ...(cvv && { cvv }),
  transactionId: transaction.id,
})

const unchanged = ({ question }: Ending, response: NetworkResponse): Planned => ({
  response,
  change: null,
  billed: question.minor,
  writes: [],
})

function decline(ending: Ending, response: NetworkResponse): Planned {
  const { now, books, transaction } = ending
  const { status, accountId, cardId, held, createdAt } = transaction
  // The network has decided by itself meanwhile.
  if (status !== 'asking') return unchanged(ending, response)
  books.setHeld(accountId, books.account(accountId).held - held)
  books.setCard(cardId, withChange(books.card(cardId), -held, dayOf(createdAt)))
  const { change, writes } = transitionTransaction(transaction, 'decline', { authorized: 0n, held: 0n, dueAt: null })
  const released = [...releaseHold(now, transaction), ...recoverDebt({ now, books }, transaction)]
  return { response, change, billed: held, writes: [...writes, ...released] }
}

/** The approval before it stays; what is left of what it has added is released, unless it was cleared already. */
function withdraw({ now, books, transaction, left, named, added }: Ending, response: NetworkResponse): Planned {
  const { held } = transaction
  const { change, writes } = keepHeld(transaction, { now, books, stays: held > left ? held - left : 0n, named, added })
  return { response, change, billed: left, writes }
}

/** All of it, or what a reversal has left meanwhile, which is held already. */
function confirmIncrease(ending: Ending, { approved, response }: Approval): Planned {
  const { left, transaction } = ending
  if (left >= approved.billed.minor) return unchanged(ending, response)
  const part = affordablePart(approved.amount, approved.billed, left)
  if (!part) return withdraw(ending, declined(ending, '05'))
  return unchanged(ending, inPart(response, part, transaction))
}

const inPart = (
  response: NetworkResponse,
  { amount, billed: { minor } }: Question['approved'],
  { currency }: Transaction,
): NetworkResponse => ({ ...response, code: '10', approved: amount, billed: money(minor, currency) })

/** All of it, the part that the partner approves, or what a reversal has left meanwhile. */
function approve(ending: Ending, { approved, response, most }: Approval): Planned {
  const { transaction, books } = ending
  const { id, accountId, cardId, held, posts, createdAt } = transaction
  const least = most !== undefined && most < held ? most : held
  const part = least < approved.billed.minor ? affordablePart(approved.amount, approved.billed, least) : approved
  if (!part) return decline(ending, declined(ending, '05'))
  const { minor } = part.billed
  books.setHeld(accountId, books.account(accountId).held - held + (posts ? 0n : minor))
  books.setCard(cardId, withChange(books.card(cardId), minor - held, dayOf(createdAt)))
  const { change, writes } = posts ? bookHeld(ending, part) : confirmHeld(ending, minor)
  const { authorizationCode = null } = response
  return {
    response: part === approved ? response : inPart(response, part, transaction),
    change,
    billed: minor,
    writes: [
      ...writes,
      update('spending.transactions', { set: { authorization_code: authorizationCode }, where: { id } }),
    ],
  }
}

function confirmHeld({ now, books, transaction }: Ending, stays: bigint) {
  const { held, holds } = transaction
  const isWhole = stays === held
  const next = { authorized: stays, held: stays, holds: isWhole ? holds : holds + 1 }
  const { change, writes } = transitionTransaction(transaction, 'approve', next)
  if (isWhole) return { change, writes }
  const opened = openHold(now, transaction, holds + 1, stays)
  const changed = [...releaseHold(now, transaction), opened, ...recoverDebt({ now, books }, transaction)]
  return { change, writes: [...writes, ...changed] }
}

/** A single message: what was held is booked at once. */
function bookHeld({ now, books, transaction, question }: Ending, { amount: merchant, billed }: Question['approved']) {
  const { id, holds, accountId, currency, acquirerId } = transaction
  const { key, digest } = question
  const { minor } = billed
  const { change, writes } = transitionTransaction(transaction, 'post', { authorized: minor, held: 0n, cleared: minor })
  const presentment = uuidAt(now)
  const amount = money(minor, currency)
  const facts = { accountId, amount, converted: convertedOf(billed, merchant, currency) }
  return {
    change,
    writes: [
      ...writes,
      postHold(now, holdName(id, holds), amount),
      presentmentWrite(now, {
        id: presentment,
        transactionId: id,
        kind: 'clearing',
        acquirerId,
        presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
        digest,
        billed,
        owed: 0n,
        merchant,
      }),
      ...postTogether(now, [
        { recipe: 'cardPaymentCleared', reference: presentmentName(presentment), facts },
        ...recoveryOf(books, transaction, minor),
      ]),
      settledEvent(transaction, change),
    ],
  }
}
