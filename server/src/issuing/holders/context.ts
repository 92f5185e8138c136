import type { ContractWallets } from '#connectors/chain/contract-wallets.ts'
import type { Tokens } from '#core/access'
import type { Partners } from '#core/partners'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Passwords } from '#kernel/crypto/passwords.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'

/** What the use cases of this module work with. */
export type HoldersContext = Writer & {
  clock: Clock
  keys: KeyRing
  partners: Partners
  tokens: Tokens
  passwords: Passwords
  limiter: RateLimiter
  contractWallets: ContractWallets
  /** Where wallets log in: the domain of the messages that they sign. */
  publicUrl: string
}
