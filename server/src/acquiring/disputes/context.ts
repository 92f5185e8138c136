import type { PaymentsContext } from '#acquiring/payments'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** What the use cases of this module work with. */
export type DisputesContext = PaymentsContext & { keys: KeyRing }
