import { randomUUID } from 'node:crypto'
import type { Order } from '#acquiring/orders'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { newDelivery } from '#kernel/work/delivery.ts'
import type { EmailKind, Recipient } from './email.ts'
import type { FactsOf } from './email-facts.ts'
import { emailQueue } from './queue.ts'

export type PlannedEmail<K extends EmailKind = EmailKind> = {
  order: Pick<Order, 'id' | 'siteId'>
  kind: K
  /** What the email says, always in the same words: a recipient receives one email of each fact. */
  fact: string
  recipient: Recipient
  address: string
  language: Language
  facts: FactsOf[K]
}

/**
 * The write of emails, for the commit that makes their facts true. A fact that was sent to a recipient before is not
 * sent again: by default nothing is written, and with `stale` the commit is decided anew. Stored are the facts of which it is made; its words are chosen when it is sent (`contentOf`).
 */
export function planEmails(
  now: Instant,
  planned: readonly PlannedEmail[],
  { again = 'nothing' }: { again?: 'nothing' | 'stale' } = {},
): Write[] {
  if (planned.length === 0) return []
  const rows = planned.map(({ order, kind, fact, recipient, address, language, facts }) => ({
    site_id: order.siteId,
    order_id: order.id,
    kind,
    fact,
    recipient,
    key: randomUUID(),
    address,
    content: jsonb({ language, facts }),
    ...newDelivery(emailQueue, now),
  }))
  return [
    again === 'stale'
      ? insert('emails.emails', rows, { onDuplicate: { emails_order_id_fact_recipient_key: 'stale' } })
      : insert('emails.emails', rows, { orElse: { conflict: ['order_id', 'fact', 'recipient'], set: [] } }),
  ]
}
