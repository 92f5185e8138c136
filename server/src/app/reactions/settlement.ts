import { recordEarnings } from '#acquiring/merchant-payouts'
import type { Reaction } from './reaction.ts'

/** What merchants have earned in a batch can be paid from then on, or later; a part of it may be held in reserve. */
export const earnInBatch: Reaction<'batchClosed'> = (readers, batch, now) => recordEarnings(readers.db, now, batch)
