import type { ClearingRequest } from '#connectors/network/message.ts'
import { type Posting, postHold, postTogether } from '#core/ledger'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Billed, convertedOf, isBilledAsNothing, lessOf, partBilled, partOf } from './billed.ts'
import type { Books } from './books.ts'
import { stepOf } from './cells.ts'
import type { Found } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { findAdded, findParts, findPosted, findPresentment } from './message-store.ts'
import { type Change, type Outcome, unchanged } from './outcome.ts'
import { billedAs, namesOf, repeatOf } from './presented-before.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import { recoveryOf } from './recover-debt.ts'
import { planRefund } from './refund.ts'
import { type Added, dayOf, recounted, withChange } from './sums.ts'
import { holdName, type Transaction, type TransactionFacts } from './transaction.ts'
import {
  createTransaction,
  factsOfTransaction,
  openHold,
  settledEvent,
  transitionTransaction,
} from './transaction-writes.ts'

type Asked = WithCard<ClearingRequest>
type Deciding = { db: Reader; now: Instant; books: Books; found: Found }

/**
 * The money of a transaction moves: what is held is posted, above it or below it, in one part or in several. A clearing is
 * never declined: what fits no approval is posted all the same, and what the account does not have is the holder's debt
 * (issuing standards 1.9).
 */
export async function planClearing(asked: Asked, deciding: Deciding): Promise<Outcome> {
  const { request } = asked
  if (request.purpose === 'refund') return planRefund(asked, deciding)
  const booked = await findPresentment(deciding.db, { ...namesOf(request), kind: 'clearing' })
  if (booked) return repeatOf(asked, booked)
  if (request.amount.minor === 0n) return unchanged({ code: '13' }, null)
  const original = deciding.found.transaction
  const step = stepOf({ message: 'clearing', purpose: request.purpose }, original)
  if (step === 'refuse') return unchanged({ code: '12' }, null)
  const billed = billedAs(asked, original)
  // It is not known what it is in the card's currency: the network sends it again.
  if (!billed) return unchanged({ code: '96' }, null)
  if (isBilledAsNothing(request.amount, billed)) return unchanged({ code: '13' }, null)
  if (original && step === 'rest') return clearPosted(asked, { ...deciding, original, billed })
  const parts = original && request.sequence && (await findParts(deciding.db, original.id)).numbers
  const added = original ? await findAdded(deciding.db, original) : []
  return original && step === 'clear'
    ? clearOriginal(asked, { ...deciding, original, billed, parts, added })
    : force(asked, { ...deciding, billed })
}

type Clearing = Deciding & {
  original: Transaction
  billed: Billed
  /** The parts that have come before, when it is one of several. */
  parts: ReadonlySet<number> | undefined
  added: readonly Added[]
}

function clearOriginal(asked: Asked, clearing: Clearing): Outcome {
  const { original, billed, now, books, parts, added } = clearing
  const { minor } = billed
  const { holds, cardId, accountId } = original
  const { sequence } = asked.request
  // A part that comes again is booked beside the hold, which waits for the others.
  const isRepeated = sequence !== undefined && parts?.has(sequence.number) === true
  const held = isRepeated ? 0n : original.held
  const isLast = !sequence || (parts?.size ?? 0) + 1 >= sequence.of
  const rest = isLast || held <= minor ? 0n : held - minor
  const owed = owedAfter(books, { accountId, held }, minor)
  books.setHeld(accountId, books.account(accountId).held - held + rest)
  const before = { createdAt: original.createdAt, minor: original.held + original.cleared, added }
  const after = { ...before, minor: before.minor + minor + rest - held }
  books.setCard(cardId, recounted(books.card(cardId), before, after))
  const { change, writes } = transitionTransaction(original, 'clear', {
    held: isRepeated ? original.held : rest,
    holds: rest > 0n ? holds + 1 : holds,
    cleared: original.cleared + minor,
  })
  const recovery = held > 0n ? recoveryOf(books, original, minor - owed) : []
  const posted = money(minor < held ? minor : held, original.currency)
  return {
    ...unchanged({ code: '00', transactionId: original.id }, original.id),
    change,
    billed: billed.minor,
    ...(isRepeated && { warning: 'a part of a clearing came twice' }),
    writes: [
      ...writes,
      ...(held > 0n ? [postHold(now, holdName(original.id, holds), posted)] : []),
      ...(rest > 0n ? [openHold(now, original, holds + 1, rest)] : []),
      ...bookClearing(asked, { now, facts: original, change, billed, owed, recovery }),
    ],
  }
}

/**
 * The money of a single message was booked with it, and a clearing that names it is its settlement: it books what it says
 * above that. A reversal of the message returns what no clearing has said.
 */
async function clearPosted(
  asked: Asked,
  { original, billed, db, now, books }: Deciding & { original: Transaction; billed: Billed },
): Promise<Outcome> {
  const { id, accountId, cardId, createdAt } = original
  const { request } = asked
  const left = await findPosted(db, id, asked.digest)
  const outcome = { ...unchanged({ code: '00', transactionId: id }, id), billed: billed.minor }
  const rest = lessOf(billed.minor, left.minor)
  const amount = money(partOf(billed.minor, rest, request.amount.minor), request.amount.currency)
  if (rest === 0n || amount.minor === 0n) return outcome
  const owed = owedAfter(books, { accountId, held: 0n }, rest)
  books.setCard(cardId, withChange(books.card(cardId), rest, dayOf(createdAt)))
  const { change, writes } = transitionTransaction(original, 'clear', { cleared: original.cleared + rest })
  const part = { ...partBilled(request.amount, amount.minor, billed), minor: rest }
  const booked = { ...asked, request: { ...request, amount } }
  return {
    ...outcome,
    change,
    writes: [...writes, ...bookClearing(booked, { now, facts: original, change, billed: part, owed })],
  }
}

/** No approval of ours that could be cleared: a transaction of its own, which says so. */
function force(asked: Asked, { now, books, billed }: Deciding & { billed: Billed }): Outcome {
  const { request, card } = asked
  const facts = factsOfTransaction(now, asked, {
    id: newTransactionId(now),
    type: request.purpose ?? (isCash(request.merchant.category) ? 'cash' : 'purchase'),
    channel: null,
    entry: null,
    billed,
    authorizationCode: request.reference.authorizationCode ?? null,
    forced: true,
  })
  const owed = owedAfter(books, { accountId: card.accountId, held: 0n }, billed.minor)
  books.setCard(card.id, withChange(books.card(card.id), billed.minor, dayOf(now)))
  const state = { status: 'settled' as const, authorized: 0n, held: 0n, holds: 0, refunded: 0n, dueAt: null }
  const change: Change = { action: 'force', from: null, to: 'settled', authorized: 0n, held: 0n, hold: null }
  return {
    ...unchanged({ code: '00', transactionId: facts.id }, facts.id),
    change,
    billed: billed.minor,
    writes: [
      ...createTransaction(facts, { ...state, cleared: billed.minor }),
      ...bookClearing(asked, { now, facts, change, billed, owed }),
    ],
  }
}
/** Cash machines and counters (ISO 18245). */
const isCash = (category: string): boolean => category === '6010' || category === '6011'

/** What the account does not have. What is held for other transactions is left alone. */
export function owedAfter(
  books: Books,
  { accountId, held }: Pick<Transaction, 'accountId' | 'held'>,
  minor: bigint,
): bigint {
  const { booked, held: heldInAll } = books.account(accountId)
  const free = booked - (heldInAll - held)
  return free < 0n ? minor : free < minor ? minor - free : 0n
}

type Booking = {
  now: Instant
  facts: TransactionFacts
  change: Change
  billed: Billed
  owed: bigint
  recovery?: readonly Posting[]
}

function bookClearing(
  { request, digest }: Asked,
  { now, facts, change, billed, owed, recovery = [] }: Booking,
): Write[] {
  const id = uuidAt(now)
  const { accountId, currency } = facts
  const converted = convertedOf(billed, request.amount, currency)
  const payment = { accountId, amount: money(billed.minor, currency), converted }
  return [
    presentmentWrite(now, {
      id,
      transactionId: facts.id,
      kind: 'clearing',
      ...namesOf(request),
      digest,
      billed,
      owed,
      merchant: request.amount,
      sequence: request.sequence,
    }),
    ...postTogether(now, [
      owed === 0n
        ? { recipe: 'cardPaymentCleared', reference: presentmentName(id), facts: payment }
        : {
            recipe: 'cardPaymentForced',
            reference: presentmentName(id),
            facts: { ...payment, owed: money(owed, currency) },
          },
      ...recovery,
    ]),
    settledEvent(facts, change),
  ]
}
