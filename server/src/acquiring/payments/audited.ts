import { type Author, auditEntry, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Transaction } from './transaction.ts'

type Audited = {
  /** Past tense, such as `refundRequested`. */
  action: string
  amount?: Money | undefined
  after?: Readonly<Record<string, string>>
}

/** The audit entry about a payment, for the commit of the intent: who has done what to it, and from which status. */
export const audited = (
  now: Instant,
  by: Author,
  { id, siteId, status }: Pick<Transaction, 'id' | 'siteId' | 'status'>,
  { action, amount, after }: Audited,
): Write =>
  auditEntry(now, by, {
    action,
    owner: siteOwner(siteId),
    subject: { type: 'payment', id },
    before: { status },
    after: { ...(amount && { amount: formatMoney(amount), currency: amount.currency }), ...after },
  })
