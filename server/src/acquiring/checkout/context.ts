import type { PaymentsContext } from '#acquiring/payments'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** The context of the use cases of the hosted checkout. */
export type CheckoutContext = PaymentsContext & {
  keys: KeyRing
  /** Where browsers reach us, without a path. */
  publicUrl: string
  testMode: boolean
}
