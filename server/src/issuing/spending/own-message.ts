import type { CardId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Change } from './outcome.ts'
import type { Verdict } from './verdict.ts'

type OwnMessage = {
  about: { id: TransactionId; cardId: CardId }
  kind: 'clock' | 'challenge'
  /** With the sender the key of the message, as a network gives one to each of its own. */
  key: { sender: string; stan: string }
  change: Change
  amount: { minor: bigint; currency: Currency; billedMinor: bigint | null }
  code: string
  /** Of the rules, where some have decided. */
  verdicts?: readonly Verdict[] | undefined
}

/** The history of a transaction is one of messages: what no network has sent is a message of our own. */
export const ownMessage = (now: Instant, { about, kind, key, change, amount, code, verdicts }: OwnMessage): Write =>
  insert(
    'spending.messages',
    {
      transaction_id: about.id,
      card_id: about.cardId,
      kind,
      class: 'issuer',
      sender: key.sender,
      stan: key.stan,
      sent_at: now,
      digest: Buffer.alloc(0),
      action: change.action,
      from_status: change.from,
      to_status: change.to,
      minor: amount.minor,
      currency: amount.currency,
      billed_minor: amount.billedMinor,
      authorized_minor: change.authorized,
      held_minor: change.held,
      hold: change.hold,
      code,
      response: jsonb({}),
      verdicts: verdicts ? jsonb(verdicts) : null,
      reason: null,
      original_sender: null,
      original_stan: null,
      original_sent_at: null,
      original_rrn: null,
      original_class: null,
      original_network_transaction_id: null,
      before_original: null,
      received_at: now,
    },
    { onDuplicate: { message_key: 'stale' } },
  )
