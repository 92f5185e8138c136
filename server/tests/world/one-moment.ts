import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/writes.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { HandClock } from './world.ts'

/**
 * The clock of a world, each of whose readings differs from all others, though the same moment was read: what a commit
 * writes of them, and the moment of the commit itself, comes of one reading. In a world that stands still two readings
 * are alike; on a real machine they make a row that does not fit its history.
 */
export function tellReadings(clock: HandClock): {
  clock: HandClock
  observing(observer: DbObserver): DbObserver
  expectOneEach(): void
} {
  const mixed = new Set<string>()
  return {
    clock: {
      ...clock,
      now: () => {
        const read = Temporal.Instant.fromEpochNanoseconds(clock.now().epochNanoseconds)
        readings.set(read, ++last)
        return read
      },
    },
    observing: (observer) => ({
      ...observer,
      committed: (writes, now) => {
        observer.committed(writes, now)
        const found = writes.flatMap(instantsOf)
        const own = readings.get(now)
        const others = found.filter(([, at]) => readings.has(at) && readings.get(at) !== own && !written.has(at))
        for (const [, at] of found) written.add(at)
        if (own !== undefined && others.length > 0) mixed.add(others.map(([column]) => column).join(', '))
      },
    }),
    expectOneEach: () => {
      if (mixed.size > 0)
        throw new Error(`A commit wrote another reading of the clock than its own moment: ${[...mixed].join('; ')}`)
    },
  }
}

const readings = new WeakMap<Instant, number>()
let last = 0
/** Readings that an earlier commit has written: the row is as its writer left it. */
const written = new WeakSet<Instant>()

/** Moments that are another's than the commit's, which comes after them. */
const before: Readonly<Record<string, string>> = {
  'florin.idempotency_keys.begun_at': 'the request began before all that it has done',
  'florin.operator_tasks.started_at': 'the work began before its first progress',
  'issuervault.cards.pin_set_at': 'the PIN was promised by a commit of the other database, and is set after it',
  'access.approvals.used_at': 'what was approved is looked for first, and decides what is then done',
  'access.staff_factors.last_used_at': 'who logs in has proved a factor first',
  'access.staff_recovery_codes.ended_at': 'who logs in has proved a factor first',
  'access.staff_challenges.used_at': 'who logs in has proved a factor first',
  'cards.page_tokens.used_at': 'an address is looked at before it is used',
  'wallets.used_tokens.used_at': 'a token is opened before the payment begins',
  'merchants.closures.due_at': 'it is due at once, and the directory has the moment of the change',
  'directory.audit.occurred_at': 'the entry of a deed is made before the commit that it joins',
  'emails.emails.created_at': 'a test commits it with a moment of its own',
  'emails.emails.due_at': 'a test commits it with a moment of its own',
  'ledger.entries.posted_at': 'a test posts it with a moment of its own',
  'orders.orders.network_transaction_at': 'it was at another processor, or now at the latest',
  'partners.signing_keys.expires_at': 'a test ends a key at its own moment',
  'payments.payments.due_at': 'a test makes it due',
  'disputes.events.happened_at': 'it happened at the acquirer',
  'onus.authentications.requested_at': 'asked for before it was answered',
  'onus.card_updates.asked_at': 'asked for before it was answered',
  'onus.card_updates.due_at': 'it is due at once',
  'onus.messages.due_at': 'it is due at once',
  'adyen.requests.requested_at': 'asked for before it was answered',
  'adyen.requests.sent_at': 'sent before it was answered',
  'stripe.requests.requested_at': 'asked for before it was answered',
  'stripe.requests.sent_at': 'sent before it was answered',
  'isohost.requests.requested_at': 'asked for before it was answered',
}
/** The audit entry of an approval that is used has the moment of the approval. */
const isOfAnApproval = (row: Readonly<Record<string, unknown>>): boolean => row.action === 'approvalUsed'

function instantsOf(write: Write): [string, Instant][] {
  if (write.write === 'guard' || write.write === 'announce') return []
  const rows = write.write === 'insert' ? write.rows : [write.set]
  return rows
    .filter((row) => !isOfAnApproval(row))
    .flatMap((row) => Object.entries(row))
    .flatMap(([name, value]) => {
      const column = `${write.table}.${name}`
      return value instanceof Temporal.Instant && !(column in before) ? [[column, value]] : []
    })
}
