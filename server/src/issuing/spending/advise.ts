import type { AdviceRequest } from '#connectors/network/message.ts'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isBilledAsNothing } from './billed.ts'
import type { Books } from './books.ts'
import { aboutOf, stepOf } from './cells.ts'
import { findOriginal } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { findAdded } from './message-store.ts'
import { type Outcome, unchanged } from './outcome.ts'
import { type Added, dayOf, recounted, withChange } from './sums.ts'
import { expiryOfHold, isSpending, type Transaction } from './transaction.ts'
import {
  createTransaction,
  factsOfTransaction,
  openHold,
  releaseHold,
  transitionTransaction,
} from './transaction-writes.ts'

type Asked = WithCard<AdviceRequest>
type Deciding = { db: Reader; now: Instant; books: Books }

/**
 * Somebody has decided for us: the network in our absence, or a merchant that knows the real amount now. It is true
 * already, so it is recorded and never refused, unless it does not say what the holder pays. An approval holds what the
 * account has; the clearing takes the rest (issuing standards 1.8).
 */
export async function planAdvice(asked: Asked, { db, now, books }: Deciding): Promise<Outcome> {
  const { request } = asked
  const billed = asked.billed?.minor ?? null
  const about = aboutOf(request)
  if (about.message !== 'advice' || billed === null) return record(asked, now)
  if (isBilledAsNothing(request.amount, asked.billed)) return unchanged({ code: '13' }, null)
  const original = request.replaces && (await findOriginal(db, now, asked))
  const step = stepOf({ message: 'advice', purpose: request.purpose }, original)
  switch (step) {
    case 'replace':
      return replace(original!, { now, books, billed, added: await findAdded(db, original!) })
    case 'hold':
      return begin(asked, { now, books, action: 'approve', authorized: billed })
    case 'announce':
      return begin(asked, { now, books, action: 'approve', authorized: 0n })
    case 'complete':
      return begin(asked, { now, books, action: 'complete', authorized: 0n })
  }
}

type Beginning = { now: Instant; books: Books; action: 'approve' | 'complete'; authorized: bigint }

/** A transaction of its own: what was approved of it is held, as far as the account has it. */
function begin(asked: Asked, { now, books, action, authorized }: Beginning): Outcome {
  const { request, card } = asked
  const { booked, held: heldInAll } = books.account(card.accountId)
  const held = atMost(authorized, booked - heldInAll)
  holdMore(books, card, held, now)
  const holds = held > 0n ? 1 : 0
  const isPending = action === 'approve'
  const dueAt = isPending ? expiryOfHold(now, request.merchant.category, false) : null
  const status = isPending ? ('pending' as const) : ('completed' as const)
  const facts = factsOfAdvice(asked, now)
  const state = { status, authorized, held, holds, cleared: 0n, refunded: 0n, dueAt }
  return {
    ...unchanged({ code: '00', transactionId: facts.id }, facts.id),
    change: { action, from: null, to: status, authorized, held, hold: holds || null },
    billed: asked.billed!.minor,
    writes: [...createTransaction(facts, state), ...(held > 0n ? [openHold(now, facts, 1, held)] : [])],
  }
}

/** It was declined, or there is no rate that says what the holder would pay. */
function record(asked: Asked, now: Instant): Outcome {
  const facts = factsOfAdvice(asked, now)
  const state = { authorized: 0n, held: 0n, holds: 0, cleared: 0n, refunded: 0n, dueAt: null }
  return {
    ...unchanged({ code: '00', transactionId: facts.id }, facts.id),
    change: { action: 'decline', from: null, to: 'declined', authorized: 0n, held: 0n, hold: null },
    billed: asked.billed?.minor ?? null,
    writes: createTransaction(facts, { ...state, status: 'declined' }),
  }
}

const factsOfAdvice = (asked: Asked, now: Instant) =>
  factsOfTransaction(now, asked, {
    id: newTransactionId(now),
    type: asked.request.purpose ?? 'purchase',
    channel: asked.request.channel ?? null,
    entry: null,
    billed: asked.billed,
    authorizationCode: asked.request.reference.authorizationCode ?? null,
    forced: false,
  })

type Replacing = { now: Instant; books: Books; billed: bigint; added: readonly Added[] }

/** The real amount takes the place of the one that was held. */
function replace(original: Transaction, { now, books, billed, added }: Replacing): Outcome {
  const { id, accountId, cardId, held: before, holds: opened, createdAt, cleared } = original
  const { booked, held: heldInAll } = books.account(accountId)
  // A refund waits for its money, and holds none.
  const authorized = isSpending(original.type) ? billed : 0n
  const held = atMost(authorized, booked - (heldInAll - before))
  books.setHeld(accountId, books.account(accountId).held + held - before)
  const counted = { createdAt, minor: before + cleared, added }
  books.setCard(cardId, recounted(books.card(cardId), counted, { ...counted, minor: held + cleared }))
  const holds = held > 0n ? opened + 1 : opened
  const { change, writes } = transitionTransaction(original, 'replace', { authorized, held, holds })
  return {
    ...unchanged({ code: '00', transactionId: id }, id),
    change,
    billed,
    writes: [...writes, ...releaseHold(now, original), ...(held > 0n ? [openHold(now, original, holds, held)] : [])],
  }
}

const atMost = (minor: bigint, free: bigint): bigint => (free < 0n ? 0n : minor < free ? minor : free)

function holdMore(books: Books, { id, accountId }: Pick<Asked['card'], 'id' | 'accountId'>, more: bigint, at: Instant) {
  if (more === 0n) return
  books.setHeld(accountId, books.account(accountId).held + more)
  books.setCard(id, withChange(books.card(id), more, dayOf(at)))
}
