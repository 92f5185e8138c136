import type { Generated } from 'kysely'
import type { Instant } from '#kernel/clock.ts'
import type { LetterId, OrderId, SiteId } from '#kernel/ids.ts'
import type { Json } from '#kernel/schema.ts'
import type { Letter } from './letters/letter.ts'
import type { LetterKind, LetterStatus, Reader } from './post.ts'

declare module '#kernel/schema.ts' {
  interface Schema {
    'messages.letters': {
      id: Generated<LetterId>
      site_id: SiteId
      order_id: OrderId
      kind: LetterKind
      fact: string
      reader: Reader
      key: string
      address: string | null
      words: Json<Letter> | null
      status: LetterStatus
      attempts: Generated<number>
      tries_left: number
      last_answer: string | null
      created_at: Instant
      sent_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      version: Generated<number>
    }
  }
}
