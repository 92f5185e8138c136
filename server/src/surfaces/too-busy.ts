import { type Refusal, refusals } from '#kernel/base/refusal.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { NoConnection } from '#kernel/db/pool.ts'
import { hasWritten } from '#kernel/db/written.ts'

const refuse = refusals({
  too_busy: [
    'busy',
    'The server is too busy at this moment, and nothing was done. Wait {retryAfterSeconds} seconds and send it again.',
  ],
})

/**
 * The refusal of a request that failed only because too much was going on: it found no connection to the database, or
 * its turn did not come in time. Undefined for all other errors, and when the request has written something before:
 * who sent it again could do it twice.
 */
export function refusalOfBusy(error: unknown): Refusal | undefined {
  const isBusy = error instanceof NoConnection || error instanceof LockTimeout || error instanceof StaleWrite
  return isBusy && !hasWritten() ? refuse('too_busy', { retryAfterSeconds }) : undefined
}
const retryAfterSeconds = 5
