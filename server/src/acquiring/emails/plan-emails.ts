import { randomUUID } from 'node:crypto'
import type { Order } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { type EmailKind, type Recipient, triesMax } from './email.ts'
import type { EmailContent } from './templates/email-content.ts'

export type Planned = {
  order: Pick<Order, 'id' | 'siteId'>
  kind: EmailKind
  /** What it tells, in words that are the same however often it is told: a reader hears of it once. */
  fact: string
  recipient: Recipient
  address: string
  email: EmailContent
}

/** The write that puts letters on their way, for the commit that makes their facts true. What was told already is not again. */
export function planEmails(now: Instant, planned: readonly Planned[]): Write[] {
  if (planned.length === 0) return []
  const rows = planned.map(({ order, kind, fact, recipient, address, email }) => ({
    site_id: order.siteId,
    order_id: order.id,
    kind,
    fact,
    recipient,
    key: randomUUID(),
    address,
    content: jsonb(email),
    status: 'waiting' as const,
    tries_left: triesMax,
    created_at: now,
    due_at: now,
  }))
  return [insert('emails.emails', rows, { orElse: { conflict: ['order_id', 'fact', 'recipient'], set: [] } })]
}
