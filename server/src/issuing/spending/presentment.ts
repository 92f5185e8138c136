import type { TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Billed } from './billed.ts'

/** Money that moves, once: by the network's own name of it. */
export type Presentment = {
  id: string
  transactionId: TransactionId
  kind: 'clearing' | 'refund' | 'reversal'
  acquirerId: string
  presentmentId: string
  digest: Uint8Array
  /** In the currency of the card. */
  billed: Billed
  /** Of a clearing: what the account did not have. Of the others: what of it has paid a debt. */
  owed: bigint
  merchant: Money
  sequence?: { number: number; of: number } | undefined
}

/** By which the books name it. */
export const presentmentName = (id: string): string => `presentment ${id}`

export const presentmentWrite = (now: Instant, presentment: Presentment): Write =>
  insert(
    'spending.presentments',
    {
      id: presentment.id,
      transaction_id: presentment.transactionId,
      kind: presentment.kind,
      acquirer_id: presentment.acquirerId,
      presentment_id: presentment.presentmentId,
      digest: presentment.digest,
      minor: presentment.billed.minor,
      owed_minor: presentment.owed,
      merchant_minor: presentment.merchant.minor,
      merchant_currency: presentment.merchant.currency,
      markup_minor: presentment.billed.conversion?.markup ?? 0n,
      is_converted: presentment.billed.conversion !== undefined,
      rate: presentment.billed.conversion?.rate ?? null,
      sequence_number: presentment.sequence?.number ?? null,
      sequence_of: presentment.sequence?.of ?? null,
      booked_at: now,
    },
    { onDuplicate: { presentment_key: 'stale' } },
  )
