import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { PartnerId } from './ids.ts'

/** A company that issues our cards to its own customers. */
export type Partner = {
  id: PartnerId
  name: string
  /** The API keys of a live partner begin with `fpk_live_`, those of the others with `fpk_test_`. It never changes. */
  live: boolean
  active: boolean
  /** Where its webhooks go; undefined: events are recorded and not sent. */
  webhookUrl: string | undefined
  /** How often a webhook is tried: 3 times as documented, or, where the partner asked for it, for two days. */
  webhookRetries: WebhookRetries
  /** Where it is asked about each payment that the rules approve; undefined: it is not asked. */
  decisionUrl: string | undefined
  /** How long it has to answer. */
  decisionDeadlineMs: number
  /** What is decided when it does not answer in time, or not as agreed. */
  decisionFallback: DecisionFallback
  createdAt: Instant
}
export const webhookRetries = ['documented', 'long'] as const
export type WebhookRetries = (typeof webhookRetries)[number]

export const decisionFallbacks = ['approve', 'decline'] as const
export type DecisionFallback = (typeof decisionFallbacks)[number]

/** The fields of a partner, not yet checked. Absent: unchanged; null: none. */
export type PartnerInput = {
  name?: string | undefined
  active?: boolean | undefined
  webhookUrl?: string | null | undefined
  webhookRetries?: WebhookRetries | undefined
  decisionUrl?: string | null | undefined
  decisionDeadlineMs?: number | undefined
  decisionFallback?: DecisionFallback | undefined
}

/** A partner to be created. `apiKey` is for one whose key is known beforehand: that of the staging programme. */
export type NewPartnerInput = PartnerInput & { by: Author; live: boolean; apiKey?: Secret<string> | undefined } & Once

/** A key as lists of keys show it: never the key itself. */
export type ApiKey = { id: bigint; createdAt: Instant; expiresAt: Instant | undefined }
export type SigningKey = ApiKey & { activatedAt: Instant | undefined }

/** Fresh keys of a partner. Each is shown once: `apiKey` cannot be read again. */
export type NewPartner = { partner: Partner; apiKey: Secret<string>; signingKey: Secret<string> }

/** To be part of the commit, when the caller sent an idempotency key. */
type Once = { once?: ((subjectId: string | Ref) => Write[]) | undefined }

/** A change of a partner, and who makes it. */
export type PartnerChange = { by: Author; partnerId: PartnerId }
/** `expect` refuses what the author has not seen. */
export type PartnerChanges = PartnerChange & { changes: PartnerInput; expect?: (partner: Partner) => void }
/** A change of keys. The one before stays valid for `overlap` (24 hours); any older one ends now. */
export type KeyRotation = PartnerChange & { overlap?: Temporal.Duration | undefined } & Once
export type KeyRevocation = PartnerChange & { keyId: bigint } & Once

export const partnerOwner = (id: PartnerId): Owner => ({ kind: 'partner', id: String(id) })
