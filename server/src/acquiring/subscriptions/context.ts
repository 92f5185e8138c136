import type { Order } from '#acquiring/orders'
import type { PaymentsContext } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write } from '#kernel/db/commit/commit.ts'

/** What the page of a subscription stands on. */
export type SubscriptionsContext = PaymentsContext & {
  keys: KeyRing
  /** Where browsers reach us, without a path. */
  publicUrl: string
  testMode: boolean
  /** Writes a shopper a letter with a new link, as part of the caller's commit. Absent: this house writes no letters. */
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
