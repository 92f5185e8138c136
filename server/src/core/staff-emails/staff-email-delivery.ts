import { deliverEmail } from '#connectors/message/deliver.ts'
import type { Message, Messenger } from '#connectors/message/messenger.ts'
import type { StaffDirectory, StaffId } from '#core/access'
import type { Directory, MerchantId } from '#core/directory'
import { type EmailContent, emailHtml, emailText, i18nOf } from '#core/pages'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type DeliverableMessage, type DeliveryResult, deliveryWork } from '#kernel/work/delivery.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { staffEmailQueue } from './queue.ts'
import type { StaffEmailContent, StaffEmailId } from './staff-email.ts'

type StaffEmailsContext = Writer & {
  clock: Clock
  log: Log
  directory: Pick<Directory, 'merchant'>
  staff: Pick<StaffDirectory, 'find'>
  messenger: Messenger
  mailFrom: string
  mailTimeoutMs: number
  mailConnections: number
  /** Of an installation in which no money is real. */
  testMode: boolean
}

type SendableEmail = DeliverableMessage & {
  merchantId: MerchantId
  staffId: StaffId | null
  key: string
  content: StaffEmailContent
}

/** What a worker may need besides waiting for the mail server: reading and recording. */
const leaseMarginMs = 30_000

/** Sends the emails to staff that are due. One to a person who is not active any more is parked. */
export function staffEmailDelivery(ctx: StaffEmailsContext): DueWork {
  const atOnce = ctx.messenger.atOnce ?? ctx.mailConnections
  return deliveryWork<'staff_emails.emails', SendableEmail, DeliveryResult>(ctx, {
    ...staffEmailQueue,
    name: 'send emails to staff',
    leaseMs: ctx.mailTimeoutMs + leaseMarginMs,
    batch: Math.ceil(atOnce / 2),
    atOnce,
    find: (id) => findEmail(ctx.db, id),
    send: (email) => send(ctx, email),
    record: (_email, { response }) => ({ set: { last_response: response } }),
  })
}

async function send(ctx: StaffEmailsContext, email: SendableEmail): Promise<DeliveryResult> {
  const merchant = await ctx.directory.merchant(email.merchantId)
  const person = email.staffId === null ? undefined : await ctx.staff.find(email.staffId)
  if (person && !person.active) return { outcome: 'rejected', response: 'not sent: this person is not active any more' }
  const to = person ? person.email : merchant?.email
  if (to === undefined) return { outcome: 'rejected', response: 'not sent: the merchant has no e-mail address' }
  return deliverEmail(ctx.messenger, messageOf(ctx, { to, merchantName: merchant?.name ?? '', email }))
}

function messageOf(
  { mailFrom, testMode }: StaffEmailsContext,
  { to, merchantName, email }: { to: string; merchantName: string; email: SendableEmail },
): Message {
  const content: EmailContent = {
    language: 'en',
    ...email.content,
    ...(testMode && { notice: i18nOf('en').messages.testMode }),
    closing: [
      email.staffId === null
        ? `You get this e-mail because it is the address of ${merchantName}, and none of its staff may do this.`
        : `You get this e-mail because you work for ${merchantName} and may do this.`,
      'Replies to this address are not read.',
    ],
    sender: { name: 'Florin' },
  }
  const { subject, sender } = content
  return {
    key: email.key,
    from: { name: sender.name, address: mailFrom },
    to,
    replyTo: undefined,
    subject,
    text: emailText(content),
    html: emailHtml(content),
  }
}

const findEmail = (db: Db, id: bigint): Promise<SendableEmail | undefined> =>
  db.read
    .selectFrom('staff_emails.emails')
    .select([
      'id',
      'merchant_id as merchantId',
      'staff_id as staffId',
      'key',
      'content',
      'status',
      'attempts',
      'tries_left as triesLeft',
      'version',
    ])
    .where('id', '=', id as StaffEmailId)
    .executeTakeFirst()
