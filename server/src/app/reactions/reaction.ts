import type { BillingRules } from '#acquiring/billing'
import type { Order } from '#acquiring/orders'
import type { ReportTimes } from '#acquiring/reconciliation'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Events } from '#kernel/db/events.ts'
import type { Readers } from './readers.ts'

/** What follows from an event, as writes for its commit. It reads nothing where nothing follows. */
export type Reaction<E extends keyof Events> = (
  readers: ReactionReaders,
  subject: Events[E]['subject'],
  now: Instant,
) => Promise<readonly Write[]>

export type ReactionReaders = Readers & {
  /** False in an installation that sends no emails (`FLORIN_MESSAGES=off`). */
  sendsEmails: boolean
  /** They seal the emails that a commit makes. */
  keys: KeyRing
  billingRules: BillingRules
  /** Where a shopper manages a subscription; undefined where there is no such page. */
  manageUrl(order: Order, now: Instant): string | undefined
  /** How long what acquirers settle may take until it is in a report. */
  reportsWithin: ReportTimes
  /** How long documents are kept after they have served. */
  documentsKept: Temporal.Duration
  /** Cards that this installation issues pay at its own merchants, so that those have stored some (`FLORIN_ON_US`). */
  ownCardsPay: boolean
}
