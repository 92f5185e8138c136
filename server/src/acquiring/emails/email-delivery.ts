import assert from 'node:assert/strict'
import { deliverEmail } from '#connectors/message/deliver.ts'
import type { Message } from '#connectors/message/messenger.ts'
import { emailHtml, emailText } from '#core/pages'
import { type DeliveryResult, deliveryWork } from '#kernel/work/delivery.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { EmailsContext } from './context.ts'
import { contentOf, documentOf } from './email-facts.ts'
import type { EmailId } from './ids.ts'
import { emailQueue } from './queue.ts'
import { findEmailToSend, type SendableEmail } from './store.ts'

/** What a worker may need besides waiting for the mail server: reading and recording. */
const leaseMarginMs = 30_000

/**
 * Sends emails that are due, no more at once than the mail server accepts connections. An email that is sent again keeps
 * its key, by which mail programs recognise it.
 */
export function emailDelivery(ctx: EmailsContext): DueWork {
  const atOnce = ctx.messenger.atOnce ?? ctx.mailConnections
  return deliveryWork<'emails.emails', SendableEmail, DeliveryResult>(ctx, {
    ...emailQueue,
    name: 'send emails',
    leaseMs: ctx.mailTimeoutMs + leaseMarginMs,
    batch: Math.ceil(atOnce / 2),
    atOnce,
    find: (id) => findEmailToSend(ctx.db, id as EmailId),
    send: async (email) => deliverEmail(ctx.messenger, await messageOf(ctx, email)),
    record: (_email, { response }) => ({ set: { last_response: response } }),
  })
}

async function messageOf({ directory, mailFrom, invoiceFile }: EmailsContext, email: SendableEmail): Promise<Message> {
  const site = await directory.site(email.siteId)
  assert(site, `email ${email.id} has a site`)
  const content = contentOf(email, site)
  const documentId = documentOf(email)
  return {
    key: email.key,
    from: { name: content.sender.name, address: mailFrom },
    to: email.address,
    replyTo: content.sender.replyTo,
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
    ...(documentId !== undefined && { attachments: [await invoiceFile(documentId)] }),
  }
}
