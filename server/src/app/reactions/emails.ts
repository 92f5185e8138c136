import type { RecoveryEmail } from '#acquiring/checkout'
import { emailOfLink, emailOfRecovery } from '#acquiring/emails'
import type { LinkEmail } from '#acquiring/subscriptions'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { shownNumber } from './shown-number.ts'

/** The email to a shopper who requested a new link to the page of their subscription. */
export const planLinkEmail = (now: Instant, email: LinkEmail): Write[] =>
  emailOfLink(now, { ...email, orderNumber: shownNumber(email.order) })

/** The email with the link by which a declined payment can be paid after all. */
export const planRecoveryEmail = (db: Db) => (now: Instant, email: RecoveryEmail) =>
  emailOfRecovery(db, now, { ...email, orderNumber: shownNumber(email.order) })
