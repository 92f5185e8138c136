import type { PaymentsContext } from '#acquiring/payments'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** What the use cases of the hosted checkout stand on. */
export type CheckoutContext = PaymentsContext & {
  keys: KeyRing
  /** Where browsers reach us, without a path. */
  publicUrl: string
  testMode: boolean
}
