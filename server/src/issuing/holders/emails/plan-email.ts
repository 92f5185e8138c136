import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Language, languages } from '#core/i18n'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { newDelivery } from '#kernel/work/delivery.ts'
import type { CodeEmailKind, EmailKind } from './email.ts'
import { holderEmailQueue } from './queue.ts'

type PlannedEmail = { partnerId: PartnerId; to: string; language: Language } & (
  | { kind: CodeEmailKind; code: string }
  | { kind: Exclude<EmailKind, CodeEmailKind>; code?: undefined }
)

const Envelope = z.strictObject({ to: z.string(), language: z.enum(languages), code: z.string().optional() })
/** What is sealed of an email: to whom it goes, and its code. */
export type Envelope = z.output<typeof Envelope>

/** The write of an email, for the commit that makes its facts true. */
export function planEmail(
  { keys }: { keys: KeyRing },
  now: Instant,
  { partnerId, kind, to, language, code }: PlannedEmail & { kind: EmailKind },
): Write {
  const key = randomUUID()
  const sealed = keys.seal('directory', JSON.stringify({ to, language, code } satisfies Envelope), contextOf(key))
  return insert('holders.emails', {
    partner_id: partnerId,
    kind,
    key,
    sealed,
    sent_at: null,
    leased_until: null,
    last_response: null,
    ...newDelivery(holderEmailQueue, now),
  })
}

export const openEnvelope = ({ keys }: { keys: KeyRing }, key: string, sealed: Uint8Array): Envelope =>
  Envelope.parse(JSON.parse(keys.open('directory', sealed, contextOf(key)).toString('utf8')))

const contextOf = (key: string): string => `email ${key}`
