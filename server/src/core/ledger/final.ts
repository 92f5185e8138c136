import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { idTakersEnd } from '#kernel/db/table-writers.ts'

/**
 * Whether nothing can be booked before a moment any more: it has been over for as long as a booking takes, and no commit
 * that was adding entries when this was asked is still open. Asked before the books are read, or else the reader may
 * miss what was committed in between.
 */
export async function isFinal(db: Db, until: Instant, now: Instant): Promise<boolean> {
  if (Temporal.Instant.compare(now, until.add(bookingTakesAtMost)) < 0) return false
  return idTakersEnd(db, 'ledger.entries')
}

/** From the moment that an entry says to its commit, retries included; a use case takes a moment anew when it retries. */
const bookingTakesAtMost = Temporal.Duration.from('PT5M')
