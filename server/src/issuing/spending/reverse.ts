import { isApproval, type ReversalRequest } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { type Money, money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Billed, convertedOf, costOfPart, lessOf, partOf } from './billed.ts'
import type { Books } from './books.ts'
import { stepOf } from './cells.ts'
import { owedAfter } from './clear.ts'
import type { Found } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { findAdded, findNamed, findPosted, type Named, type Posted } from './message-store.ts'
import { type Change, type Outcome, unchanged } from './outcome.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import { recoverDebt } from './recover-debt.ts'
import { type Added, dayOf, recounted, withChange } from './sums.ts'
import type { Transaction } from './transaction.ts'
import { openHold, releaseHold, transitionTransaction } from './transaction-writes.ts'

type Deciding = { db: Reader; now: Instant; books: Books; found: Found }

/**
 * An approval is not used, or only in part. A reversal is never refused: one without its original waits for it, and one
 * that comes again, or after the clearing, changes nothing (issuing standards 1.8).
 */
export async function planReversal(asked: WithCard<ReversalRequest>, deciding: Deciding): Promise<Outcome> {
  const { db, found } = deciding
  const original = found.transaction
  if (!original) return unchanged({ code: '00' }, null)
  const named = found.named && (await findNamed(db, original.id, found.named))
  // An increment that was declined has added nothing that could be taken off.
  if (named?.action === null && !named.hasJoined && !isApproval(named.code ?? ''))
    return unchanged(yesOf(original), original.id)
  switch (stepOf({ message: 'reversal', purpose: undefined }, original)) {
    case 'release':
      return release(asked, original, { ...deciding, named, added: await findAdded(deciding.db, original) })
    case 'return':
      return repay(asked, original, deciding)
    case 'debit':
      return debit(asked, original, deciding)
    case 'nothing':
    case 'wait':
      return unchanged(yesOf(original), original.id)
  }
}

function release(
  asked: WithCard<ReversalRequest>,
  original: Transaction,
  { named, added, ...deciding }: Deciding & { named: Named | undefined; added: readonly Added[] },
): Outcome {
  if (original.held > 0n) {
    const stays = staysHeld(asked, original, named)
    const { change, writes } = keepHeld(original, { ...deciding, stays, added, named })
    const released = change && original.held - change.held
    return { ...unchanged(yesOf(original), original.id), change, billed: released, writes }
  }
  if (asked.request.remaining) return unchanged(yesOf(original), original.id)
  const { change, writes } = transitionTransaction(original, 'reverse', { authorized: 0n })
  return { ...unchanged(yesOf(original), original.id), change, writes }
}

const yesOf = ({ id }: Transaction) => ({ code: '00', transactionId: id })

const atMost = (most: bigint, minor: bigint): bigint => (minor < most ? minor : most)

/**
 * What stays of the original amount, in the currency of the card: at the rate of the authorization, since some messages
 * repeat the original amount and others say what is left of it.
 */
function remainingOf({ request }: WithCard<ReversalRequest>, of: Transaction, whole: bigint): bigint {
  const { remaining, amount } = request
  if (!remaining) return 0n
  if (remaining.currency === of.currency) return remaining.minor
  const isRated = of.minor !== null && remaining.currency === of.merchantCurrency
  return isRated
    ? costOfPart(of.merchantMinor, remaining.minor, of.minor!)
    : costOfPart(amount.minor, remaining.minor, whole)
}

/**
 * What stays of the hold, of which the parts that were cleared are no more. The reversal of an increase is about that alone,
 * and takes off what is left of it.
 */
function staysHeld(asked: WithCard<ReversalRequest>, original: Transaction, named: Named | undefined): bigint {
  const { held, cleared } = original
  if (!named?.isIncrement) return atMost(held, lessOf(remainingOf(asked, original, held + cleared), cleared))
  const { minor, left } = named
  return lessOf(held, lessOf(left, remainingOf(asked, original, minor)))
}

type Keeping = Pick<Deciding, 'now' | 'books'> & {
  stays: bigint
  added: readonly Added[]
  /** The increment that it is taken off. */
  named: Pick<Named, 'id'> | undefined
}

/** Releases what is held of a transaction, but for a part. */
export function keepHeld(
  original: Transaction,
  { now, books, stays, added, named }: Keeping,
): { change: Change | null; writes: readonly Write[] } {
  const { accountId, cardId, status, held, holds, cleared, createdAt } = original
  if (stays === held) return { change: null, writes: [] }
  books.setHeld(accountId, books.account(accountId).held - held + stays)
  const taken = held - stays
  const less = added.map((one) => (one.id === named?.id ? { ...one, minor: lessOf(one.minor, taken) } : one))
  const before = { createdAt, minor: held + cleared, added }
  const after = { createdAt, minor: stays + cleared, added: less }
  books.setCard(cardId, recounted(books.card(cardId), before, after))
  const action = status !== 'settled' && stays === 0n ? 'reverse' : 'reduce'
  const next = { authorized: original.authorized - held + stays, held: stays, holds: stays > 0n ? holds + 1 : holds }
  const { change, writes } = transitionTransaction(original, action, next)
  const opened = stays > 0n ? [openHold(now, original, holds + 1, stays)] : []
  return {
    change,
    writes: [...writes, ...releaseHold(now, original), ...opened, ...recoverDebt({ now, books }, original)],
  }
}

/** A single message was posted at once, and no refund follows its reversal: the money goes back with it. */
async function repay(asked: WithCard<ReversalRequest>, original: Transaction, deciding: Deciding): Promise<Outcome> {
  const { db, now, books } = deciding
  const { accountId, cardId, cleared, currency } = original
  const back = await postedBack(asked, original, db)
  if (!back) return unchanged(yesOf(original), original.id)
  const { minor, merchant, billed } = back
  const { owed } = books.account(accountId)
  const recovered = atMost(minor, owed)
  books.setCard(cardId, withChange(books.card(cardId), -minor, dayOf(original.createdAt)))
  const next = { authorized: original.authorized - minor, cleared: cleared - minor }
  const { change, writes } = transitionTransaction(original, minor === cleared ? 'reverse' : 'reduce', next)
  const id = uuidAt(now)
  return {
    ...unchanged(yesOf(original), original.id),
    change,
    billed: minor,
    writes: [
      ...writes,
      presentmentWrite(now, {
        id,
        transactionId: original.id,
        kind: 'reversal',
        ...presentedBy(asked),
        billed,
        owed: recovered,
        merchant,
      }),
      ...post(now, 'cardRefundCleared', presentmentName(id), {
        accountId,
        amount: money(minor, currency),
        converted: convertedOf(billed, merchant, currency),
        recovered: money(recovered, currency),
      }),
    ],
  }
}

/** A single message has credited the card, and no clearing follows its reversal: the money is taken with it. */
async function debit(
  asked: WithCard<ReversalRequest>,
  original: Transaction,
  { db, now, books }: Deciding,
): Promise<Outcome> {
  const { accountId, currency, refunded } = original
  const back = await postedBack(asked, original, db)
  if (!back) return unchanged(yesOf(original), original.id)
  const { minor, merchant, billed } = back
  const owed = owedAfter(books, original, minor)
  const cleared = original.cleared + minor
  const { change, writes } = transitionTransaction(original, cleared === refunded ? 'reverse' : 'reduce', { cleared })
  const id = uuidAt(now)
  const payment = { accountId, amount: money(minor, currency), converted: convertedOf(billed, merchant, currency) }
  return {
    ...unchanged(yesOf(original), original.id),
    change,
    billed: minor,
    writes: [
      ...writes,
      presentmentWrite(now, {
        id,
        transactionId: original.id,
        kind: 'clearing',
        ...presentedBy(asked),
        billed,
        owed,
        merchant,
      }),
      ...(owed === 0n
        ? post(now, 'cardPaymentCleared', presentmentName(id), payment)
        : post(now, 'cardPaymentForced', presentmentName(id), { ...payment, owed: money(owed, currency) })),
    ],
  }
}

/** The message moves money by itself, and is its presentment. */
const presentedBy = ({ key, digest, request }: WithCard<ReversalRequest>) => ({
  acquirerId: request.reference.acquirerId,
  presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
  digest,
})

/** What a reversal moves back of what a single message has booked; undefined: nothing is left of it. */
async function postedBack({ request }: WithCard<ReversalRequest>, original: Transaction, db: Reader) {
  const posted = await findPosted(db, original.id)
  const stays = staysPosted(request.remaining, original, posted)
  const [minor, merchantMinor] = [posted.minor - stays.minor, posted.merchantMinor - stays.merchantMinor]
  if (minor <= 0n || merchantMinor <= 0n) return undefined
  const { conversion } = original
  const markup = conversion && partOf(original.minor!, minor, conversion.markup)
  const billed: Billed = { minor, ...(conversion && { conversion: { ...conversion, markup: markup! } }) }
  return { minor, merchant: money(merchantMinor, original.merchantCurrency), billed }
}

/** What stays of a single message, in both currencies, when the reversal says it in one of them. */
function staysPosted(
  remaining: Money | undefined,
  { currency, merchantCurrency }: Transaction,
  { minor, merchantMinor }: Posted,
): Posted {
  if (remaining?.currency === merchantCurrency) {
    const stays = atMost(merchantMinor, remaining.minor)
    return { minor: costOfPart(merchantMinor, stays, minor), merchantMinor: stays }
  }
  if (remaining?.currency !== currency) return { minor: 0n, merchantMinor: 0n }
  const stays = atMost(minor, remaining.minor)
  return { minor: stays, merchantMinor: partOf(minor, stays, merchantMinor) }
}
