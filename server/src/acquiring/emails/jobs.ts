import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { EmailsContext } from './context.ts'
import type { EmailId } from './ids.ts'
import { sendEmail } from './send-email.ts'

/** What a worker may need beside the waiting for the mail server: reading, writing down. */
const leaseMarginMs = 30_000

/** Sends letters that are due, no more at once than the mail server gives us connections. */
export const emailDelivery = (ctx: EmailsContext): DueWork => ({
  name: 'send letters',
  batch: Math.ceil(ctx.mailConnections / 2),
  atOnce: ctx.mailConnections,
  owner: { kind: 'site', column: 'site_id' },
  ...claimDue(ctx, 'emails.emails', { leaseMs: ctx.mailTimeoutMs + leaseMarginMs }),
  run: (id) => sendEmail(ctx, id as EmailId),
})
