import type { BillingParts } from '#acquiring/billing'
import type { Order } from '#acquiring/orders'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write } from '#kernel/db/commit/commit.ts'

/** The context of the page of a subscription. */
export type SubscriptionsContext = BillingParts & {
  keys: KeyRing
  /** Where browsers reach us, without a path. */
  publicUrl: string
  testMode: boolean
  /** Emails a shopper a new link, as writes for the caller's commit. Absent: this installation sends no emails. */
  planLinkEmail?: ((now: Instant, email: LinkEmail) => readonly Write[]) | undefined
}

export type LinkEmail = {
  order: Order
  shopper: Shopper
  site: Site
  url: string
  expiresAt: Instant
  language: Language
}
