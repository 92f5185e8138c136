import type { OrderId, StoredCardId } from '#acquiring/ids'
import type { LinkId } from '#acquiring/links'
import type { ThreeDSecureFacts } from '#acquiring/requests'
import type { Site, SiteId } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { SessionId } from './ids.ts'
import type { CustomerFacts } from './pages/customer-input.ts'

/** One visit of a shopper to the hosted page, for one order. What it shows is derived; only its end is stored. */
export type Session = {
  id: SessionId
  siteId: SiteId
  orderId: OrderId
  status: 'open' | 'ended'
  endReason: 'cancelled' | 'expired' | undefined
  version: number
  options: SessionOptions
  createdAt: Instant
  dueAt: Instant | undefined
}

/** What the store requested of the page. */
export type SessionOptions = {
  /** SHA-256, in base64url, of the signed request that opened the visit; absent for a payment link. */
  signed?: string
  saveCard: 'ticked' | 'implied' | 'not offered'
  storedCardId?: string
  language?: Language
  browser?: Partial<ThreeDSecureFacts['browser']>
  /** From this moment on nothing is paid, whatever the shopper does: ISO 8601. */
  expiresAt?: string
  /** The id of the private key that the newest form was signed with: the store opens the result with it. */
  signedBy?: string
  /**
   * The payment link that this visit came by. Its shopper has not authenticated. `facts`: of a customer whom the store
   * knows, what the link and its page say of them; what is not known yet is taken when somebody pays.
   */
  link?: { id: string; hash: string; facts?: LinkFacts }
}

export type LinkFacts = CustomerFacts & { tags: readonly string[] }

export const chosenCard = ({ storedCardId }: SessionOptions): StoredCardId | undefined =>
  storedCardId === undefined ? undefined : (BigInt(storedCardId) as StoredCardId)

export const signingKey = ({ options: { signedBy } }: Pick<Session, 'options'>): bigint | undefined =>
  signedBy === undefined ? undefined : BigInt(signedBy)

export const linkOf = ({ link }: SessionOptions): LinkId | undefined =>
  link === undefined ? undefined : (BigInt(link.id) as LinkId)

/** The moment that the store has set for its end. */
export const endOf = ({ expiresAt }: SessionOptions): Instant | undefined =>
  expiresAt === undefined ? undefined : Temporal.Instant.from(expiresAt)

export function hasExpired({ options }: Pick<Session, 'options'>, now: Instant): boolean {
  const end = endOf(options)
  return end !== undefined && Temporal.Instant.compare(now, end) >= 0
}

/** When a session ends: by itself, or at the moment that the store has set. */
export function endOfSession(site: Pick<Site, 'sessionMinutes'>, options: SessionOptions, now: Instant): Instant {
  const [idle, end] = [idleUntil(site, now), endOf(options)]
  return end && Temporal.Instant.compare(end, idle) < 0 ? end : idle
}

/** When a session ends in which nobody does anything (product decision: after 30 minutes, unless the site says otherwise). */
export const idleUntil = ({ sessionMinutes }: Pick<Site, 'sessionMinutes'>, now: Instant): Instant =>
  now.add({ minutes: sessionMinutes })
