import { deliverEmail } from '#connectors/message/deliver.ts'
import type { Message, Messenger } from '#connectors/message/messenger.ts'
import { emailHtml, emailText } from '#core/pages'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type DeliverableMessage, type DeliveryResult, deliveryWork } from '#kernel/work/delivery.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { HoldersContext } from '../context.ts'
import { type EmailKind, sendableUntil } from './email.ts'
import { contentOf } from './email-content.ts'
import { openEnvelope } from './plan-email.ts'
import { holderEmailQueue } from './queue.ts'

type EmailDeliveryContext = HoldersContext & {
  log: Log
  messenger: Messenger
  mailFrom: string
  mailTimeoutMs: number
  mailConnections: number
}
type SendableEmail = DeliverableMessage & {
  partnerId: PartnerId
  kind: EmailKind
  key: string
  sealed: Uint8Array
  createdAt: Instant
}

/** What a worker may need besides waiting for the mail server: reading and recording. */
const leaseMarginMs = 30_000

/**
 * Sends the emails to holders that are due. The content of an email is deleted when it has been sent; that of a parked one
 * when its time is over (`deleteParkedContent`).
 */
export function holderEmailDelivery(ctx: EmailDeliveryContext): DueWork {
  const atOnce = ctx.messenger.atOnce ?? ctx.mailConnections
  return deliveryWork<'holders.emails', SendableEmail, DeliveryResult>(ctx, {
    ...holderEmailQueue,
    name: 'send emails to holders',
    leaseMs: ctx.mailTimeoutMs + leaseMarginMs,
    batch: Math.ceil(atOnce / 2),
    atOnce,
    find: (id) => findEmail(ctx.db, id),
    send: (email) => send(ctx, email),
    record: (_email, { outcome, response }) => ({
      set: { last_response: response, ...(outcome === 'delivered' && { sealed: null }) },
    }),
  })
}

async function send(ctx: EmailDeliveryContext, email: SendableEmail): Promise<DeliveryResult> {
  if (Temporal.Instant.compare(ctx.clock.now(), sendableUntil(email)) >= 0)
    return { outcome: 'rejected', response: 'not sent: its time is over' }
  return deliverEmail(ctx.messenger, await messageOf(ctx, email))
}

async function messageOf(ctx: EmailDeliveryContext, { partnerId, kind, key, sealed }: SendableEmail): Promise<Message> {
  const { to, language, code } = openEnvelope(ctx, key, sealed)
  const partner = await ctx.partners.partner(partnerId)
  if (!partner) throw new Error(`an email is in the name of partner ${partnerId}, who does not exist`)
  const content = contentOf({ kind, language, code, partner })
  return {
    key,
    from: { name: partner.name, address: ctx.mailFrom },
    to,
    replyTo: undefined,
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
  }
}

async function findEmail(db: Db, id: bigint): Promise<SendableEmail | undefined> {
  const row = await db.read
    .selectFrom('holders.emails')
    .select([
      'id',
      'partner_id as partnerId',
      'kind',
      'key',
      'sealed',
      'created_at as createdAt',
      'status',
      'attempts',
      'tries_left as triesLeft',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed ? { ...row, sealed: row.sealed } : undefined
}
