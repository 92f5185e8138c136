import type { Generated } from 'kysely'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { RequestSender } from './kept-request.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'request_log.requests': {
      id: Generated<Brand<bigint, 'KeptRequestId'>>
      request_id: string
      received_at: Instant
      site_id: SiteId | null
      partner_id: PartnerId | null
      sent_by: RequestSender
      key_id: string | null
      method: string
      route: string
      path: string
      status: number
      took_ms: number
      reason: string | null
      field: string | null
      message: string | null
      concerns: string[]
      body: string | null
      reply: string | null
    }
  }
}
