import { type AdviceRequest, isApproval } from '#connectors/network/message.ts'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isBilledAsNothing } from './billed.ts'
import type { Books } from './books.ts'
import { findOriginal } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { type Change, type Outcome, unchanged } from './outcome.ts'
import { dayOf, withChange } from './sums.ts'
import { expiryOfHold, type Transaction } from './transaction.ts'
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
  const { request, card } = asked
  const billed = asked.billed?.minor ?? null
  const isApproved = isApproval(request.decided) && billed !== null
  if (isApproved && isBilledAsNothing(request.amount, asked.billed)) return unchanged({ code: '13' }, null)
  const found = request.replaces && (await findOriginal(db, now, asked, isReplaceable))
  const original = found && isReplaceable(found) ? found : undefined
  if (original && isApproved) return replace(asked, original, { now, books, billed })
  const { booked, held: heldInAll } = books.account(card.accountId)
  const held = isApproved ? atMost(billed, booked - heldInAll) : 0n
  holdMore(books, card, held, now)
  const facts = factsOfTransaction(now, asked, {
    id: newTransactionId(now),
    type: request.purpose ?? 'purchase',
    channel: request.channel ?? null,
    entry: null,
    billed: asked.billed,
    authorizationCode: request.reference.authorizationCode ?? null,
    forced: false,
  })
  const authorized = isApproved ? billed : 0n
  const holds = held > 0n ? 1 : 0
  const change: Change = {
    action: isApproved ? 'approve' : 'decline',
    from: null,
    to: isApproved ? 'pending' : 'declined',
    authorized,
    held,
    hold: holds || null,
  }
  const dueAt = isApproved ? expiryOfHold(now, request.merchant.category, false) : null
  const state = { status: change.to, authorized, held, holds, cleared: 0n, refunded: 0n, dueAt }
  return {
    ...unchanged({ code: '00', transactionId: facts.id }, facts.id),
    change,
    billed,
    writes: [...createTransaction(facts, state), ...(held > 0n ? [openHold(now, facts, 1, held)] : [])],
  }
}

const isReplaceable = ({ status }: Transaction): boolean => status === 'pending' || status === 'asking'

type Replacing = { now: Instant; books: Books; billed: bigint }

/** The real amount takes the place of the one that was held. */
function replace(asked: Asked, original: Transaction, { now, books, billed }: Replacing): Outcome {
  const { id, accountId, held: before, holds: opened, createdAt } = original
  const { booked, held: heldInAll } = books.account(accountId)
  const held = atMost(billed, booked - (heldInAll - before))
  holdMore(books, asked.card, held - before, createdAt)
  const holds = held > 0n ? opened + 1 : opened
  const { change, writes } = transitionTransaction(original, 'replace', { authorized: billed, held, holds })
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
