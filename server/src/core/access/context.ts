import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { SecondFactorRule } from './second-factor/required.ts'

/** What the use cases of this module work with. */
export type AccessContext = Writer & { clock: Clock; keys: KeyRing }

/** What an operator decides about log-ins. */
export type AccessRules = {
  secondFactor: SecondFactorRule
  /** Without it people log in by single sign-on alone. */
  passwordLogin: boolean
}
