import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sameJson } from './same-json.ts'

/** Events of the card issuing service, and what each brings. New kinds and new fields may come at any time. */
export type WebhookData = {
  kycStatusChanged: { customerId: string; status: KycStatus; rejectReason?: string }
  cardStatusChanged: { cardId: string; newStatus: string }
  /** So many wrong security codes or expiry dates of the card were tried that neither is compared for some minutes. */
  cardTestingSuspected: { cardId: string }
  transaction3dsRequested: {
    transactionId: string
    cardId: string
    amount: number
    currency: string
    merchant: string
    /** ISO 8601. */
    requestedAt: string
    /** ISO 8601. List the pending challenges and answer before. */
    expiresAt: string
  }
  transaction3dsCompleted: { transactionId: string; status: string }
  transactionCreated: { transactionId: string }
  transactionSettled: { transactionId: string }
  disputeCreated: { disputeId: string; transactionId: string }
  disputeUpdated: { disputeId: string; transactionId: string; status: string }
  topupCreated: { topupId: string }
  topupStatusChanged: { topupId: string }
}
export type KycStatus = 'not_started' | 'in_progress' | 'pending_review' | 'approved' | 'rejected'

/** An event whose signature was checked. Use `isEvent` to narrow its type. */
export type WebhookEvent<Type extends string = string> = {
  eventType: Type
  /** The same in every delivery of one event: do not handle it twice. */
  eventId: string
  customerId: string
  data: Type extends keyof WebhookData ? WebhookData[Type] : Readonly<Record<string, unknown>>
}

export type WebhookDelivery = {
  /** The signing keys that are valid now. During a rotation pass both, the old and the new. */
  keys: string | readonly string[]
  /** The body exactly as it was received, before any parsing. */
  payload: string | Uint8Array
  headers: WebhookHeaders
  /**
   * Refuses an event that says when it was made (`data.requestedAt`) and was made longer ago than `maxMs` before
   * `nowMs`. Only 3-D Secure requests say so: webhooks carry no time of their own, and against repeats of the others
   * you have `eventId`.
   */
  age?: { nowMs: number; maxMs: number }
}

/** Headers as Node, Express or Fastify provide them, or as `Request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** This delivery was not made by the platform, or not for you. Answer 401 and forget it. */
export class UnverifiedWebhook extends Error {
  override readonly name = 'UnverifiedWebhook'
  readonly reason: 'unsigned' | 'algorithm' | 'signature' | 'payload' | 'too-old'
  constructor(reason: UnverifiedWebhook['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Checks `X-Money-Signature`, a compact JWS with HS512 over the whole payload, and returns the signed event.
 *
 * The algorithm is fixed, never taken from the header: anything but HS512 is refused. The signed payload and the
 * received body must be equal. Time claims are ignored; the service writes none.
 *
 * Throws `UnverifiedWebhook`. Throws a `TypeError` when no key is passed, since an empty key fits a forged signature.
 */
export function verifyWebhook({ keys, payload, headers, age }: WebhookDelivery): WebhookEvent {
  const validKeys = typeof keys === 'string' ? [keys] : keys
  if (validKeys.length === 0 || validKeys.includes(''))
    throw new TypeError('A webhook is checked with at least one key')

  const [header = '', body = '', signature = '', ...more] = readSignature(headers).split('.')
  if (more.length > 0 || ![header, body, signature].every((part) => /^[\w-]+$/.test(part))) {
    throw new UnverifiedWebhook('unsigned', 'X-Money-Signature is not a compact JWS')
  }
  refuseOtherAlgorithms(header)
  const given = Buffer.from(signature, 'base64url')
  // Every key is tried, so the time taken does not reveal which of them fits.
  const fitting = validKeys.filter((key) => sameBytes(given, hs512(key, `${header}.${body}`)))
  if (fitting.length === 0) throw new UnverifiedWebhook('signature', 'The signature fits none of the keys')

  const signed = Buffer.from(body, 'base64url')
  const event = readEvent(signed, Buffer.from(payload))
  if (age) refuseOldEvents(event, age)
  return event
}

/** Narrows an event to one kind: `if (isEvent(event, 'cardStatusChanged')) event.data.newStatus`. */
export function isEvent<Type extends keyof WebhookData>(event: WebhookEvent, type: Type): event is WebhookEvent<Type> {
  return event.eventType === type
}

/** The number of this attempt, new for each; for your log and the platform's support. */
export function deliveryIdOf(headers: WebhookHeaders): string | undefined {
  return headerOf(headers, 'x-money-delivery-id')
}

function readSignature(headers: WebhookHeaders): string {
  const signature = headerOf(headers, 'x-money-signature')
  if (!signature) throw new UnverifiedWebhook('unsigned', 'There is no X-Money-Signature')
  return signature
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const value = values[0]?.[1]
  return values.length === 1 && typeof value === 'string' ? value : undefined
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

/** A header with `crit` requires rules that we do not know, so it is refused, as RFC 7515 demands. */
function refuseOtherAlgorithms(header: string): void {
  const { alg, crit } = parseRecord(Buffer.from(header, 'base64url')) ?? {}
  if (alg !== 'HS512' || crit !== undefined) throw new UnverifiedWebhook('algorithm', 'Only HS512 is accepted')
}

const hs512 = (key: string, text: string): Buffer => createHmac('sha512', key).update(text).digest()
const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

function readEvent(signed: Buffer, received: Buffer): WebhookEvent {
  const event = parseRecord(signed)
  const body = signed.equals(received) ? event : parseRecord(received)
  if (!event || !body || !sameJson(event, body)) {
    throw new UnverifiedWebhook('payload', 'The body is not the payload that was signed')
  }
  const { eventType, eventId, customerId, data } = event
  if (
    typeof eventType !== 'string' ||
    typeof eventId !== 'string' ||
    typeof customerId !== 'string' ||
    !isRecord(data)
  ) {
    throw new UnverifiedWebhook('payload', 'The payload is not an event')
  }
  return { eventType, eventId, customerId, data }
}

function refuseOldEvents({ data }: WebhookEvent, { nowMs, maxMs }: { nowMs: number; maxMs: number }): void {
  if (data.requestedAt === undefined) return
  const requestedMs = typeof data.requestedAt === 'string' ? Date.parse(data.requestedAt) : Number.NaN
  // Written so that a time that cannot be read is too old.
  if (!(nowMs - requestedMs <= maxMs)) throw new UnverifiedWebhook('too-old', 'The event was made too long ago')
}

type Fields = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseRecord(bytes: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
