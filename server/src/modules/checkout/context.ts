import type { KeyRing } from '#kernel/keys.ts'
import type { PaymentsContext } from '#payments'

/** What the use cases of the hosted checkout stand on. */
export type CheckoutContext = PaymentsContext & {
  keys: KeyRing
  /** Where browsers reach us, without a path. */
  publicUrl: string
  testMode: boolean
}
