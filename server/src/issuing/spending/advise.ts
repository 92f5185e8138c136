import type { AdviceRequest } from '#connectors/network/message.ts'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isBilledAsNothing, lessOf } from './billed.ts'
import type { Books } from './books.ts'
import { aboutOf, bestOf, fitOf, stepOf } from './cells.ts'
import { earlyMessages, isAbout, messagesOfKey, namesKey } from './early-messages.ts'
import type { Found } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { findAdded, findNamed, findParts, isReleased, type Named } from './message-store.ts'
import { type Outcome, unchanged } from './outcome.ts'
import { recoverDebt } from './recover-debt.ts'
import { transactionsById } from './store.ts'
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
type Deciding = { db: Reader; now: Instant; books: Books; found: Found }

/**
 * Somebody has decided for us: the network in our absence, or a merchant that knows the real amount now. It is true
 * already, so it is recorded and never refused, unless it does not say what the holder pays. An approval holds what the
 * account has; the clearing takes the rest (issuing standards 1.8). What has come before it, and was about it or about what
 * it names, has ended it, or has taken the money.
 */
export async function planAdvice(asked: Asked, { db, now, books, found }: Deciding): Promise<Outcome> {
  const { request } = asked
  const billed = asked.billed?.minor ?? null
  const about = aboutOf(request)
  if (about.message !== 'advice' || billed === null) return record(asked, now)
  if (isBilledAsNothing(request.amount, asked.billed)) return unchanged({ code: '13' }, null)
  const before = await findBeforeAdvice(asked, { db, now })
  if (before.isReversed) return record(asked, now)
  const original = found.transaction ?? before.transaction
  const step = stepOf({ message: 'advice', purpose: request.purpose }, original)
  const named = original && found.named && (await findNamed(db, original.id, found.named))
  switch (step) {
    case 'nothing':
      return unchanged({ code: '00', transactionId: original!.id }, original!.id)
    case 'rest':
      if (!(await isRestToCome(db, original!)))
        return unchanged({ code: '00', transactionId: original!.id }, original!.id)
      return replace(asked, original!, { now, books, billed, named: undefined, added: await findAdded(db, original!) })
    case 'replace':
      return replace(asked, original!, { now, books, billed, named, added: await findAdded(db, original!) })
    case 'hold':
      return begin(asked, { now, books, action: 'approve', authorized: billed })
    case 'announce':
      return begin(asked, { now, books, action: 'approve', authorized: 0n })
    case 'complete':
      return begin(asked, { now, books, action: 'complete', authorized: 0n })
  }
}

/**
 * What came before an advice and has named it, or what it replaces by its key: a reversal, or a clearing that has made a
 * transaction. Where a request has the same key, messages without a class have named that.
 */
async function findBeforeAdvice(
  asked: Asked,
  { db, now }: Pick<Deciding, 'db' | 'now'>,
): Promise<{ isReversed: boolean; transaction: Transaction | undefined }> {
  const { key, line, request } = asked
  const replaced = request.replaces?.key && datedKey(request.replaces.key, now)
  const early = await earlyMessages(db, [asked], now)
  const ofReplaced = early.filter(
    (one) => one.transactionId === null && replaced && namesKey(one, replaced, one.class ?? 'authorization'),
  )
  if (ofReplaced.some(({ kind }) => kind === 'reversal')) return { isReversed: true, transaction: undefined }
  const own = early.filter((one) => line.includes(one.cardId) && isAbout(one, asked))
  if (own.length === 0) return { isReversed: false, transaction: undefined }
  const isOfRequest = (await messagesOfKey(db, line, key, undefined)).some(({ isNamed }) => isNamed)
  const meant = isOfRequest ? own.filter((one) => one.class !== null) : own
  const isReversed = meant.some(({ kind, isPartial }) => kind === 'reversal' && !isPartial)
  const ids = meant.flatMap(({ kind, transactionId }) => (kind === 'reversal' ? [] : (transactionId ?? [])))
  const about = aboutOf(request)
  const transaction = bestOf(await transactionsById(db, ids), (one) => fitOf(about, one, 'key'))
  return { isReversed, transaction }
}

/** More parts of its clearing are to come, and no reversal has ended it. */
async function isRestToCome(db: Reader, { id }: Transaction): Promise<boolean> {
  const { numbers, of } = await findParts(db, id)
  return numbers.size < of && !(await isReleased(db, id))
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

type Replacing = {
  now: Instant
  books: Books
  billed: bigint
  /** The message that it names. */
  named: Named | undefined
  added: readonly Added[]
}

/**
 * The real amount takes the place of the one that was held, less the parts that were cleared. One that names an increment
 * is about that alone.
 */
function replace(asked: Asked, original: Transaction, { now, books, billed, named, added }: Replacing): Outcome {
  const { id, accountId, cardId, held: before, holds: opened, createdAt, cleared } = original
  const { booked, held: heldInAll } = books.account(accountId)
  const increment = named?.isIncrement ? named : undefined
  const kept = increment ? lessOf(before, increment.left) : 0n
  // A refund waits for its money, and holds none.
  const wanted = !isSpending(original.type) ? 0n : increment ? kept + billed : lessOf(billed, cleared)
  const held = atMost(wanted, booked - (heldInAll - before))
  books.setHeld(accountId, books.account(accountId).held + held - before)
  const part = increment ? lessOf(held, kept) : billed
  const after = added.map((one) => (one.id === increment?.id ? { ...one, minor: part } : one))
  const counted = { createdAt, minor: before + cleared, added }
  books.setCard(cardId, recounted(books.card(cardId), counted, { createdAt, minor: held + cleared, added: after }))
  const holds = held > 0n ? opened + 1 : opened
  const authorized = isSpending(original.type) ? wanted + cleared : 0n
  const dueAt = original.dueAt ?? expiryOfHold(now, asked.request.merchant.category, original.preauthorization)
  const { change, writes } = transitionTransaction(original, 'replace', { authorized, held, holds, dueAt })
  return {
    ...unchanged({ code: '00', transactionId: id }, id),
    change,
    billed: part,
    writes: [
      ...writes,
      ...releaseHold(now, original),
      ...(held > 0n ? [openHold(now, original, holds, held)] : []),
      ...(before > 0n ? recoverDebt({ now, books }, original) : []),
    ],
  }
}

const atMost = (minor: bigint, free: bigint): bigint => (free < 0n ? 0n : minor < free ? minor : free)

function holdMore(books: Books, { id, accountId }: Pick<Asked['card'], 'id' | 'accountId'>, more: bigint, at: Instant) {
  if (more === 0n) return
  books.setHeld(accountId, books.account(accountId).held + more)
  books.setCard(id, withChange(books.card(id), more, dayOf(at)))
}
