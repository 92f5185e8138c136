import type { ReversalRequest } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Billed, convertedOf, partOf } from './billed.ts'
import type { Books } from './books.ts'
import { findOriginal } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { findIncrease } from './message-store.ts'
import { type Outcome, unchanged } from './outcome.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import { dayOf, withChange } from './sums.ts'
import type { Transaction } from './transaction.ts'
import { openHold, releaseHold, transitionTransaction } from './transaction-writes.ts'

type Deciding = { db: Reader; now: Instant; books: Books }

/**
 * An approval is not used, or only in part. A reversal is never refused: one without its original waits for it, and one
 * that comes again, or after the clearing, changes nothing (issuing standards 1.8).
 */
export async function planReversal(asked: WithCard<ReversalRequest>, deciding: Deciding): Promise<Outcome> {
  const { request } = asked
  const original = await findOriginal(deciding.db, deciding.now, asked, request.original)
  if (!original) return unchanged({ code: '00' }, null)
  if (original.held > 0n) return release(original, { ...deciding, stays: await staysHeld(asked, original, deciding) })
  if (original.posts && original.status === 'settled') return repay(asked, original, deciding)
  if (original.status === 'pending' && !request.remaining) {
    const { change, writes } = transitionTransaction(original, 'reverse', { authorized: 0n })
    return { ...unchanged(yesOf(original), original.id), change, writes }
  }
  return unchanged(yesOf(original), original.id)
}

const yesOf = ({ id }: Transaction) => ({ code: '00', transactionId: id })

/** What stays of an amount of the card, when the message says what stays of the merchant's. */
function remainingOf({ request: { remaining, amount } }: WithCard<ReversalRequest>, of: Transaction, minor: bigint) {
  if (!remaining) return 0n
  const stays = remaining.currency === of.currency ? remaining.minor : partOf(amount.minor, remaining.minor, minor)
  return stays < minor ? stays : minor
}

/** What stays of the hold: the reversal of an increase is about that alone, and takes it off once. */
async function staysHeld(
  asked: WithCard<ReversalRequest>,
  original: Transaction,
  { db, now }: Deciding,
): Promise<bigint> {
  const { key } = asked.request.original
  const dated = key && datedKey(key, now)
  const increase = dated && (await findIncrease(db, original.id, dated))
  if (!increase) return remainingOf(asked, original, original.held)
  if (increase.isReversed) return original.held
  const stays = original.held - increase.minor + remainingOf(asked, original, increase.minor)
  return stays > 0n ? stays : 0n
}

type Releasing = Deciding & { stays: bigint }

function release(original: Transaction, { now, books, stays }: Releasing): Outcome {
  const { accountId, cardId, held, holds } = original
  if (stays === held) return unchanged(yesOf(original), original.id)
  books.setHeld(accountId, books.account(accountId).held - held + stays)
  books.setCard(cardId, withChange(books.card(cardId), stays - held, dayOf(original.createdAt)))
  const action = original.status === 'pending' && stays === 0n ? 'reverse' : 'reduce'
  const next = { authorized: original.authorized - held + stays, held: stays, holds: stays > 0n ? holds + 1 : holds }
  const { change, writes } = transitionTransaction(original, action, next)
  return {
    ...unchanged(yesOf(original), original.id),
    change,
    billed: held - stays,
    writes: [
      ...writes,
      ...releaseHold(now, original),
      ...(stays > 0n ? [openHold(now, original, holds + 1, stays)] : []),
    ],
  }
}

/** A single message was posted at once, and no refund follows its reversal: the money goes back with it. */
function repay(asked: WithCard<ReversalRequest>, original: Transaction, { now, books }: Deciding): Outcome {
  const { accountId, cardId, cleared, currency } = original
  const back = cleared - remainingOf(asked, original, cleared)
  if (back === 0n) return unchanged(yesOf(original), original.id)
  const { owed } = books.account(accountId)
  const recovered = owed < back ? owed : back
  books.setCard(cardId, withChange(books.card(cardId), -back, dayOf(original.createdAt)))
  const isWhole = back === cleared
  const next = { authorized: original.authorized - back, cleared: cleared - back }
  const { change, writes } = transitionTransaction(original, isWhole ? 'reverse' : 'reduce', next)
  const id = uuidAt(now)
  const [amount, { key, request }] = [money(back, currency), asked]
  const merchant = merchantBack(request, original, back)
  const { conversion } = original
  const billed: Billed = {
    minor: back,
    ...(conversion && { conversion: { ...conversion, markup: partOf(original.minor!, back, conversion.markup) } }),
  }
  return {
    ...unchanged(yesOf(original), original.id),
    change,
    billed: back,
    writes: [
      ...writes,
      presentmentWrite(now, {
        id,
        transactionId: original.id,
        kind: 'reversal',
        acquirerId: request.reference.acquirerId,
        presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
        digest: asked.digest,
        billed,
        owed: recovered,
        merchant,
      }),
      ...post(now, 'cardRefundCleared', presentmentName(id), {
        accountId,
        amount,
        converted: convertedOf(billed, merchant, currency),
        recovered: money(recovered, currency),
      }),
    ],
  }
}

/** What the merchant returns, in its own currency. */
function merchantBack({ amount, remaining }: ReversalRequest, { cleared }: Transaction, back: bigint): Money {
  const minor =
    remaining?.currency === amount.currency ? amount.minor - remaining.minor : partOf(cleared, back, amount.minor)
  return money(minor > 0n ? minor : amount.minor, amount.currency)
}
