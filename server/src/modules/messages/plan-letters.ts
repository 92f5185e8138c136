import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/clock.ts'
import { insert, type Write } from '#kernel/commit.ts'
import { jsonb } from '#kernel/db.ts'
import type { Order } from '#orders'
import type { Letter } from './letters/letter.ts'
import { type LetterKind, type Reader, triesMax } from './post.ts'

export type Planned = {
  order: Pick<Order, 'id' | 'siteId'>
  kind: LetterKind
  /** What it tells, in words that are the same however often it is told: a reader hears of it once. */
  fact: string
  reader: Reader
  address: string
  letter: Letter
}

/** The write that puts letters on their way, for the commit that makes their facts true. What was told already is not again. */
export function planLetters(now: Instant, planned: readonly Planned[]): Write[] {
  if (planned.length === 0) return []
  const rows = planned.map(({ order, kind, fact, reader, address, letter }) => ({
    site_id: order.siteId,
    order_id: order.id,
    kind,
    fact,
    reader,
    key: randomUUID(),
    address,
    words: jsonb(letter),
    status: 'waiting' as const,
    tries_left: triesMax,
    created_at: now,
    due_at: now,
  }))
  return [insert('messages.letters', rows, { orElse: { conflict: ['order_id', 'fact', 'reader'], set: [] } })]
}
