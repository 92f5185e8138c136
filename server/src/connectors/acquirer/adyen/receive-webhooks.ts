import { timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import {
  isJsonObject,
  isWithin,
  type JsonValue,
  parseJsonExactly,
  requestLimits,
  writeJson,
} from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { ReceivedWebhooks, WebhookDelivery, WebhookMessage } from '../processor.ts'
import type { AdyenCredentials } from './credentials.ts'
import { isSigned, type WebhookItem, webhookItem } from './webhook-item.ts'

/** Who may have sent it: the credentials of now, and those before as long as they count. */
type Senders = { current: AdyenCredentials; previous?: AdyenCredentials | undefined }

/**
 * Checks the basic authentication of a delivery and the signature of each item in it, and divides it into its items. One
 * item that is not signed refuses the whole delivery.
 */
export function receiveWebhooks(delivery: WebhookDelivery, { current, previous }: Senders): ReceivedWebhooks {
  const senders = previous ? [current, previous] : [current]
  if (!senders.some((sender) => isFrom(delivery, sender)))
    return { refused: 'signature', why: 'the user or the password of the webhook is wrong' }
  const items = itemsOf(Buffer.from(delivery.body).toString('utf8'))
  if (!items) return { refused: 'unreadable', why: 'it is no standard webhook in JSON' }
  const hmacKeys = senders.map(({ hmacKey }) => hmacKey.reveal())
  const messages: WebhookMessage[] = []
  for (const unchecked of items) {
    const parsed = webhookItem.safeParse(unchecked)
    if (!parsed.success) return { refused: 'unreadable', why: `an item lacks ${fieldsOf(parsed.error.issues)}` }
    if (!isSigned(parsed.data, hmacKeys)) return { refused: 'signature', why: 'the HMAC signature of an item is wrong' }
    const at = instantOf(parsed.data.eventDate)
    if (!at) return { refused: 'unreadable', why: 'eventDate is no date with a time' }
    messages.push(messageOf(parsed.data, at, unchecked))
  }
  return { accepted: messages.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at)) }
}

function isFrom({ headers }: WebhookDelivery, { webhookUser, webhookPassword }: AdyenCredentials): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${webhookUser}:${webhookPassword.reveal()}`).toString('base64')}`)
  const given = Buffer.from(String(headers.authorization ?? ''))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function itemsOf(text: string): JsonValue[] | undefined {
  try {
    const body = isWithin(text, requestLimits) ? parseJsonExactly(text) : undefined
    if (!isJsonObject(body) || !Array.isArray(body.notificationItems)) return undefined
    return body.notificationItems.map((each: JsonValue) =>
      isJsonObject(each) ? (each.NotificationRequestItem ?? null) : null,
    )
  } catch {
    return undefined
  }
}

/**
 * An event of one name about one thing with one outcome is one message, however often it is delivered. A report that is
 * generated again has the name of the first, and only another date.
 */
const messageOf = (
  { eventCode, pspReference, success }: WebhookItem,
  at: Instant,
  item: JsonValue,
): WebhookMessage => ({
  id: `${eventCode}:${pspReference}:${success}${eventCode === 'REPORT_AVAILABLE' ? `:${at}` : ''}`,
  type: eventCode,
  at,
  body: new Secret(writeJson(item)),
})

const fieldsOf = (issues: readonly { path: readonly PropertyKey[] }[]): string =>
  [...new Set(issues.map(({ path }) => path.join('.')))].join(', ') || 'its fields'

export function instantOf(text: string): Instant | undefined {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}
