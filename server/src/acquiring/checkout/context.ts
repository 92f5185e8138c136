import type { Order } from '#acquiring/orders'
import type { PaymentsContext } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { WalletsContext } from '#acquiring/wallets'
import type { Site, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { JsonObject } from '#kernel/base/json.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write } from '#kernel/db/commit/commit.ts'

/** The context of the use cases of the hosted checkout. */
export type CheckoutContext = PaymentsContext &
  WalletsContext & {
    keys: KeyRing
    /** Where browsers reach us, without a path. */
    publicUrl: string
    testMode: boolean
    /** Called when the form of a store turns out to be signed, before anything in it is checked. */
    onSigned?: ((form: FormSigned) => void) | undefined
    /**
     * Emails a shopper the link that recovers a declined payment, once a day; undefined for one without an address. Absent:
     * this installation sends no emails.
     */
    planRecoveryEmail?:
      | ((now: Instant, email: RecoveryEmail) => Promise<{ writes: readonly Write[]; sentBefore: boolean } | undefined>)
      | undefined
  }

/** `keyId`: of the key that signed it. `sent`: its fields, as they came. */
type FormSigned = { requestId: string; siteId: SiteId; keyId: bigint; sent: JsonObject }

export type RecoveryEmail = { order: Order; shopper: Shopper; site: Site; url: string }
