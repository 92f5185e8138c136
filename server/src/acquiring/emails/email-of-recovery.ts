import type { OrderId } from '#acquiring/ids'
import type { Order } from '#acquiring/orders'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { usableAddress } from './address.ts'
import { planEmails } from './plan-emails.ts'
import { emailLanguage } from './template-context.ts'

export type RecoveryEmailInput = {
  /** Whose payment was declined. */
  order: Order
  shopper: Shopper
  site: Site
  orderNumber: string | undefined
  /** Where the shopper pays it after all. */
  url: string
}

/**
 * The email with the link by which a declined payment can be paid after all. A person of the shop sends it, whatever emails
 * the site has turned off; once a day, so that nobody fills a mailbox: `sentBefore` says that this day's was planned already,
 * and then there is nothing to write. Undefined for a shopper without an address.
 */
export async function emailOfRecovery(
  db: Db,
  now: Instant,
  { order, shopper, site, orderNumber, url }: RecoveryEmailInput,
): Promise<{ writes: Write[]; sentBefore: boolean } | undefined> {
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed) return undefined
  const day = now.toZonedDateTimeISO(site.timeZone).toPlainDate()
  const fact = `recovery link of ${day}`
  if (await isPlanned(db, { orderId: order.id, fact })) return { writes: [], sentBefore: true }
  const facts = { amount: order.amount, description: order.description, orderNumber, url }
  const language = emailLanguage(site, order)
  const email = { order, kind: 'recovery', fact, recipient: 'shopper', address, language, facts } as const
  return { writes: planEmails(now, [email], { again: 'stale' }), sentBefore: false }
}

async function isPlanned(db: Db, { orderId, fact }: { orderId: OrderId; fact: string }): Promise<boolean> {
  const found = await db.read
    .selectFrom('emails.emails')
    .select('id')
    .where('order_id', '=', orderId)
    .where('fact', '=', fact)
    .where('recipient', '=', 'shopper')
    .executeTakeFirst()
  return found !== undefined
}
