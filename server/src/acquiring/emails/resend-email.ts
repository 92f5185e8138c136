import { type Author, auditEntry, platformOwner, type SiteId, siteOwner } from '#core/directory'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { redeliver, redeliverParked } from '#kernel/work/redelivery.ts'
import type { EmailsContext } from './context.ts'
import type { EmailId } from './ids.ts'
import { emailQueue } from './queue.ts'
import { refuse } from './refusals.ts'
import { findEmailOfSite, selectParkedIds } from './store.ts'

type ResendContext = Pick<EmailsContext, 'db' | 'react' | 'clock'>

/**
 * Sends a parked or sent email again, with the same content and a new schedule; `address` sends it elsewhere, since a
 * mistyped address is why most were refused. Refuses one that is still waiting, and one whose content has been deleted.
 */
export async function resendEmail(
  ctx: ResendContext,
  { by, siteId, id, address }: { by: Author; siteId: SiteId; id: EmailId; address?: string | undefined },
): Promise<void> {
  await decide(async () => {
    const found = await findEmailOfSite(ctx.db, { siteId, id })
    if (!found) throw refuse('email_not_found', { field: 'id' })
    if (found.status === 'waiting') throw refuse('email_pending', { field: 'id' })
    if (!found.content) throw refuse('email_expired', { field: 'id' })
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        redeliver(emailQueue, found, { now, set: address === undefined ? {} : { address } }),
        auditEntry(now, by, {
          action: 'emailResent',
          owner: siteOwner(siteId),
          subject: { type: 'email', id },
          after: { readdressed: address !== undefined && address !== found.address },
        }),
        ...(address === undefined || address === found.address ? [] : [readdressed(id)]),
      ],
      'resend-email',
    )
  })
}

/** Its address is sealed, so a change of it is announced; not to the site's log, which is for what happens to orders. */
const readdressed = (id: EmailId): Write =>
  announce('emailReaddressed', { owner: platformOwner, subjectId: id, body: {}, subject: undefined })

/** Sends again every parked email of a site that still has its content. Returns their number. */
export async function resendParked(
  ctx: ResendContext,
  { by, siteId }: { by: Author; siteId: SiteId },
): Promise<number> {
  return redeliverParked(ctx, emailQueue, {
    parkedAfter: (after: EmailId, limit) => selectParkedIds(ctx.db, { siteId, after, limit }),
    alongside: (_, now) => [
      auditEntry(now, by, {
        action: 'emailsResent',
        owner: siteOwner(siteId),
        subject: { type: 'site', id: String(siteId) },
      }),
    ],
  })
}
