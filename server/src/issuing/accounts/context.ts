import type { AccountId } from '#issuing/ids'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'

/** What the use cases of this module work with. */
export type AccountsContext = Writer & {
  clock: Clock
  limiter: RateLimiter
  /** How many cards of the account are not closed. */
  openCardsOf(accountId: AccountId): Promise<number>
  /** How many topups to the account are under way. */
  openTopupsOf(accountId: AccountId): Promise<number>
  /** How many disputes about payments from the account are not decided. */
  openDisputesOf(accountId: AccountId): Promise<number>
}
