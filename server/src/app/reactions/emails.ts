import { emailOfLink } from '#acquiring/emails'
import type { LinkEmail } from '#acquiring/subscriptions'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { shownNumber } from './shown-number.ts'

/** The email to a shopper who requested a new link to the page of their subscription. */
export const planLinkEmail = (now: Instant, email: LinkEmail): Write[] =>
  emailOfLink(now, { ...email, orderNumber: shownNumber(email.order) })
