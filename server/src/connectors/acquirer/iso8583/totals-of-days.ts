import { update } from '#kernel/db/commit/commit.ts'
import type { TotalsOfDays } from '../processor.ts'
import type { RecordContext } from './context.ts'
import { findTotals, listTotals, shownTotals } from './totals-store.ts'

/** What operators see of the totals of days, and how they close those that are not in balance. */
export const totalsOfDays = (ctx: RecordContext): TotalsOfDays => ({
  list: async (status) =>
    (await listTotals(ctx.db, ctx.connector, status)).map((one) => shownTotals(ctx.connector, one)),
  find: async (id) => {
    const found = await findTotals(ctx.db, ctx.connector, id)
    return found && shownTotals(ctx.connector, found)
  },
  planClose: ({ id, status }) => [
    update('isohost.totals', {
      set: { status: 'closed', closed_at: ctx.clock.now(), due_at: null, leased_until: null },
      where: { id, status },
    }),
  ],
})
