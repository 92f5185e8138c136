import type { Order } from '#acquiring/orders'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { usableAddress } from './address.ts'
import { planEmails } from './plan-emails.ts'
import { emailLanguage } from './template-context.ts'

export type RecoveryEmailInput = {
  /** Whose payment was declined. */
  order: Order
  shopper: Shopper
  site: Site
  orderNumber: string | undefined
  /** Where the shopper pays it after all. */
  url: string
}

/**
 * The email with the link by which a declined payment can be paid after all. A person of the shop sends it, whatever emails
 * the site has turned off; once a day, so that nobody fills a mailbox. Empty for a shopper without an address.
 */
export function emailOfRecovery(now: Instant, { order, shopper, site, orderNumber, url }: RecoveryEmailInput): Write[] {
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed) return []
  const day = now.toZonedDateTimeISO(site.timeZone).toPlainDate()
  const facts = { amount: order.amount, description: order.description, orderNumber, url }
  const language = emailLanguage(site, order)
  return planEmails(now, [
    { order, kind: 'recovery', fact: `recovery link of ${day}`, recipient: 'shopper', address, language, facts },
  ])
}
