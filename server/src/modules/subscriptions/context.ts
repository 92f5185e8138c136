import type { Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import type { KeyRing } from '#kernel/keys.ts'
import type { Order } from '#orders'
import type { Language } from '#pages'
import type { PaymentsContext } from '#payments'
import type { Shopper } from '#shoppers'

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
