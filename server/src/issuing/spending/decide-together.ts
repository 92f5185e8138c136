import { accountLocks } from '#issuing/accounts'
import { cardVersions } from '#issuing/cards'
import { productVersions } from '#issuing/programmes'
import type { Instant } from '#kernel/base/clock.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Authorizing, authorize } from './authorize.ts'
import { booksOf, lineOf, readSums } from './books.ts'
import type { SpendingContext } from './context.ts'
import { type EarlyMessage, earlyMessages, reversalOf } from './early-messages.ts'
import { findOriginal } from './find-original.ts'
import { isIncreasable } from './increase.ts'
import { type Before, findBefore, nothingBefore } from './join-presented.ts'
import { answerOfRepeat } from './known-message.ts'
import { keyText } from './message-key.ts'
import { joinedOf, type KnownMessage, knownMessages } from './message-store.ts'
import { type Answer, messageWrite, waiting as waitingAnswer } from './outcome.ts'
import { madeWith } from './store.ts'
import type { Transaction } from './transaction.ts'
import { openWrongTries, readWrongTries } from './wrong-tries.ts'

/**
 * Decides authorizations in one short transaction: it locks their accounts, takes the time, reads what all of them need,
 * judges one after the other, and writes each table once. So hundreds a second on one account never exceed its balance, and
 * cost little more than one. One that cannot be decided is found by deciding halves (`inBatches`), so of a write that is
 * stale again and again many are given up sooner than one.
 *
 * Of several accounts it takes those that are free; authorizations on the others are `held`, and wait in the line of their
 * account (`decideInLine`).
 */
export const decideTogether = (ctx: SpendingContext, all: readonly Authorizing[]): Promise<(Answer | Undecided)[]> =>
  decide(() => decideOnce(ctx, all, { takesFreeRows: true }), all.length > 1 ? triesTogether : undefined)
const triesTogether = 3

/** The same for authorizations on one account, which wait for it: so none is `held`. */
export const decideInLine = (ctx: SpendingContext, all: readonly Authorizing[]): Promise<(Answer | Outdated)[]> =>
  decide(() => decideOnce(ctx, all, {})) as Promise<(Answer | Outdated)[]>

function decideOnce(
  ctx: SpendingContext,
  all: readonly Authorizing[],
  how: { takesFreeRows?: boolean },
): Promise<(Answer | Undecided)[]> {
  const locks = [accountLocks(all.map(({ card }) => card.accountId))]
  const read = (db: Reader) => readFacts(db, ctx.clock.now(), all)
  return ctx.db.locked(
    locks,
    { name: 'decide-together', read, ...how },
    async (db, { before: repeated, early, sums, made, versions, wrong }, locked) => {
      // Only under the lock: a decision that waited for it belongs to the moment at which it has it.
      const now = ctx.clock.now()
      const isLocked = ({ card }: Authorizing) => locked.has(card.accountId)
      const found = await Promise.all(all.map((asked) => (isLocked(asked) ? foundBy(db, now, { asked, early }) : none)))
      const books = booksOf(now, sums)
      const wrongTries = openWrongTries(now, wrong)
      const known = new Map<string, KnownMessage>(repeated)
      const writes: Write[] = []
      let waiting: readonly EarlyMessage[] = early
      const answers = all.map((each, index): Answer | Undecided => {
        if (!isLocked(each)) return 'held'
        const { original, joined, isReversed } = found[index]!
        const asked = withChallenge(each, { made, original })
        const name = keyText(asked.key, asked.class)
        const sameKey = known.get(name)
        if (sameKey) return answerOfRepeat(ctx, sameKey, asked)
        // Here the commit follows at once: what is late by now is not approved any more.
        if (asked.wait?.isOver()) return tooLate
        if (!isCurrent(asked, versions)) return 'outdated'
        const reversal = reversalOf(waiting, asked)
        // One that names no key declines one message.
        if (reversal?.sender === null) waiting = waiting.filter((one) => one !== reversal)
        const before = { isReversed: isReversed || reversal !== undefined, original, joined }
        const outcome = authorize(wrongTries.take(asked), { now, books, velocity: ctx.velocity, ...before })
        writes.push(...outcome.writes, messageWrite(now, asked, outcome, { cardId: asked.card.id }))
        // One that comes twice at once asks once.
        known.set(name, {
          digest: asked.digest,
          response: outcome.response.isWaiting ? waitingAnswer : outcome.response,
        })
        return outcome.response
      })
      await commitTogether(
        { ...ctx, db },
        now,
        [...writes, ...books.writes(), ...wrongTries.writes()],
        'decide-together',
        { isLast: true },
      )
      return answers
    },
  )
}

/** Its sender waits no longer. Nothing is recorded, and one that comes again is judged. */
const tooLate: Answer = { code: '91' }

/** What all of them are judged by. It is read in one way with the locks, and behind them. */
async function readFacts(db: Reader, now: Instant, all: readonly Authorizing[]) {
  const cards = all.map(({ card }) => card)
  const [before, early, sums, made, ofCards, ofProducts, wrong] = await Promise.all([
    knownMessages(db, all),
    earlyMessages(db, all, now),
    readSums(db, all.flatMap(lineOf)),
    madeWith(
      db,
      all.flatMap(({ authentication }) => authentication?.id ?? []),
    ),
    cardVersions(db, [...new Set(cards.map(({ id }) => id))]),
    productVersions(db, [...new Set(all.map(({ product }) => product.id))]),
    readWrongTries(db, all),
  ])
  return { before, early, sums, made, versions: { cards: ofCards, products: ofProducts }, wrong }
}

/**
 * The record that the challenge of the holder has made, which the authorization joins. An authentication that an approval
 * has used proves nothing any more; one whose payment was declined still does.
 */
function withChallenge(
  asked: Authorizing,
  { made, original }: { made: ReadonlyMap<string, readonly Transaction[]>; original: Transaction | undefined },
): Authorizing {
  const all = asked.authentication?.id === undefined ? [] : (made.get(asked.authentication.id) ?? [])
  const found = all.find(({ status }) => status !== 'declined')
  // An increment may prove itself as its approval did.
  if (found ? found.id === original?.id : all.every(({ cardId }) => cardId === asked.card.id)) return asked
  if (found?.status === 'challenged' && found.cardId === asked.card.id) return { ...asked, challenged: found }
  return { ...asked, authentication: { outcome: 'unknown' } }
}

/** The card or its product was changed after the decision has read it, and before it had its lock. */
export type Outdated = 'outdated'
/** Or somebody else holds the account. */
type Undecided = Outdated | 'held'

type Versions = Record<'cards' | 'products', ReadonlyMap<string, number>>

/** Of two wrong PINs that come at once, too, the second is counted on what the first has left. */
const isCurrent = ({ card, product, productVersion }: Authorizing, { cards, products }: Versions): boolean =>
  cards.get(card.id) === card.version && products.get(product.id) === productVersion

/** The transactions that a request is about besides its own. One that cannot be increased, or is not known, is none. */
async function foundBy(
  db: Reader,
  now: Instant,
  { asked, early }: { asked: Authorizing; early: readonly EarlyMessage[] },
): Promise<Found> {
  const before = early.length === 0 ? nothingBefore : await findBefore(db, early, asked)
  if (before.joined || !asked.request.incrementOf) return { ...before, original: undefined }
  const { transaction } = await findOriginal(db, now, asked, (found) => isIncreasable(found, asked))
  if (transaction?.status !== 'settled' || transaction.held > 0n) return { ...before, original: transaction }
  const billed = asked.billed?.minor ?? 0n
  const isTaken = (await joinedOf(db, transaction.id)) + transaction.authorized + billed <= transaction.cleared
  return { ...before, original: undefined, ...(isTaken && { joined: { transaction, isInParts: false } }) }
}
type Found = Before & { original: Transaction | undefined }
const none: Found = { ...nothingBefore, original: undefined }
