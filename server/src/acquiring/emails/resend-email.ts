import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { anyOf, commit, decide, increase, update } from '#kernel/db/commit/commit.ts'
import type { EmailsContext } from './context.ts'
import { triesMax } from './email.ts'
import type { EmailId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findEmailOfSite, selectParkedIds } from './store.ts'

type ResendContext = Pick<EmailsContext, 'db' | 'react' | 'clock'>

/**
 * Sends a parked or sent letter again, with the same words and a fresh schedule; `address` sends it elsewhere, since a
 * mistyped address is why most were refused. Refuses one that is on its way, and one whose words have been deleted.
 */
export async function resendEmail(
  ctx: ResendContext,
  { siteId, id, address }: { siteId: SiteId; id: EmailId; address?: string | undefined },
): Promise<void> {
  await decide(async () => {
    const found = await findEmailOfSite(ctx.db, { siteId, id })
    if (!found) throw refuse('email_not_found', { field: 'id' })
    if (found.status === 'waiting') throw refuse('email_pending', { field: 'id' })
    if (!found.content) throw refuse('email_expired', { field: 'id' })
    const { version } = found
    const now = ctx.clock.now()
    const set = { ...afresh(now), ...(address !== undefined && { address }), version: version + 1 }
    await commit(ctx, now, [update('emails.emails', { set, where: { id, version } })])
  })
}

/** Sends again every parked letter of a site that still has its words. Gives their number. */
export async function resendParked(ctx: ResendContext, siteId: SiteId): Promise<number> {
  let resent = 0
  for (let after = 0n as EmailId; ; ) {
    const ids = await decide(async () => {
      const parked = await selectParkedIds(ctx.db, { siteId, after, limit: batchMax })
      const now = ctx.clock.now()
      const where = { id: anyOf(parked), status: 'parked' as const }
      const all = update('emails.emails', {
        set: { ...afresh(now), version: increase(1n) },
        where,
        expect: parked.length,
      })
      if (parked.length > 0) await commit(ctx, now, [all])
      return parked
    })
    resent += ids.length
    if (ids.length < batchMax) return resent
    after = ids.at(-1)!
  }
}
const batchMax = 500

const afresh = (now: Instant) => ({ status: 'waiting', tries_left: triesMax, sent_at: null, due_at: now }) as const
