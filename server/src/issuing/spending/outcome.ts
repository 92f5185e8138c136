import type { NetworkResponse } from '#connectors/network/message.ts'
import type { CardId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Question } from './asking/question.ts'
import { originalOf } from './cells.ts'
import type { Incoming } from './incoming.ts'
import { datedKey } from './message-key.ts'
import { storedResponse } from './stored-response.ts'
import type { TransactionAction, TransactionStatus } from './transaction-states.ts'
import { storedVerdicts, type Verdict } from './verdict.ts'

/** What a message has changed of a transaction. */
export type Change = {
  action: TransactionAction
  from: TransactionStatus | null
  to: TransactionStatus
  authorized: bigint
  held: bigint
  /** The number of the hold that was opened. */
  hold: number | null
}

/** A response to the network; or none yet, because a partner is asked first. */
export type Answer = NetworkResponse & {
  isWaiting?: true
  /** For the process that has decided, which asks. */
  question?: Question
}
export const waiting: Answer = { code: '', isWaiting: true }

/** How a message is answered, and what becomes true by it. */
export type Outcome = {
  response: Answer
  transactionId: TransactionId | null
  /** Null: nothing has changed. */
  change: Change | null
  /** In minor units of the card's currency. */
  billed: bigint | null
  verdicts: readonly Verdict[] | null
  writes: readonly Write[]
  /** For the log: it was carried out, and somebody should look at it. */
  warning?: string | undefined
}

export const unchanged = (response: NetworkResponse, transactionId: TransactionId | null): Outcome => ({
  response,
  transactionId,
  change: null,
  billed: null,
  verdicts: null,
  writes: [],
})

/** The message as the history keeps it, with its answer. The same key at the same moment makes one of two commits stale. */
export function messageWrite(
  now: Instant,
  { request, key, class: messageClass, digest }: Incoming,
  { response, transactionId, change, billed, verdicts }: Omit<Outcome, 'writes' | 'warning'>,
  { cardId, isEarly = false }: { cardId: CardId | null; isEarly?: boolean | undefined },
): Write {
  const original = originalOf(request)
  const named = original?.key && datedKey(original.key, now)
  return insert(
    'spending.messages',
    {
      transaction_id: transactionId,
      card_id: cardId,
      kind: request.kind,
      class: messageClass,
      sender: key.sender,
      stan: key.stan,
      sent_at: key.sentAt,
      digest,
      action: change?.action ?? null,
      from_status: change?.from ?? null,
      to_status: change?.to ?? null,
      minor: request.amount.minor,
      currency: request.amount.currency,
      billed_minor: billed,
      authorized_minor: change?.authorized ?? null,
      held_minor: change?.held ?? null,
      hold: change?.hold ?? null,
      code: response.isWaiting ? null : response.code,
      response: jsonb(storedResponse(response)),
      verdicts: verdicts && jsonb(storedVerdicts(verdicts)),
      reason: request.kind === 'reversal' ? request.reason : request.kind === 'advice' ? request.decided : null,
      original_sender: named?.sender ?? null,
      original_stan: named?.stan ?? null,
      original_sent_at: named?.sentAt ?? null,
      original_rrn: original?.rrn ?? null,
      original_class: (named && original?.class) ?? null,
      original_network_transaction_id: original?.networkTransactionId ?? null,
      before_original: isEarly,
      received_at: now,
    },
    { onDuplicate: { message_key: 'stale' } },
  )
}
