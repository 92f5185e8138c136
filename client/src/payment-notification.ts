import { Buffer } from 'node:buffer'
import { createDecipheriv } from 'node:crypto'
import { keyBytes } from './private-key.ts'

/** The result of a payment. The browser's return and the notification to your server contain the same. */
export type PaymentNotification = {
  transactionStatus: TransactionStatus
  /** The platform's number of the order. */
  orderId: number
  /** Your own number of the order: the `orderId` of the checkout request. */
  externalOrderId: string
  transactionId: number
  transactionMethod: string
  transactionType: string | undefined
  /** The platform's number of the customer, the same for every payment of one identifier. */
  customerId: number
  /** Your own identifier of the customer. */
  identifier: string
  /** In the currency's main unit. `amount.toFixed(2)` is exact for every amount the platform accepts. */
  amount: number
  currency: string
  /** What the checkout request carried, with the same type. */
  customData: Readonly<Record<string, unknown>> | string | null
  /** Extra fields of a payment page of your own design. */
  customFields: Readonly<Record<string, unknown>> | null
  /** Unix time in seconds. */
  timestamp: number
  /** The stored card, when one was stored or used. */
  cardId: number | null
  /** Why the payment failed; empty when it did not. */
  errors: readonly PaymentError[]
}
export type PaymentError = { code: number; message: string; type: string }

export const transactionStatuses = [
  'start',
  '3d-pending',
  'in-progress',
  'complete-ok',
  'complete-failed',
  'void-ok',
  'cancel-ok',
  'refund-ok',
  'charge-back',
  'charge-back-in-progress',
  'uncertain',
  'expiring',
] as const
/** `in-progress` is authorized and not captured; `complete-ok` is paid. */
export type TransactionStatus = (typeof transactionStatuses)[number]

/** The body of the request: its text, its parsed fields, or the query of an address the browser came back to. */
export type NotificationBody = string | URLSearchParams | Readonly<Record<string, unknown>>

/** Nothing in this body may be believed. Answer 400, and nothing more: the reason is for your log. */
export class UnreadableNotification extends Error {
  override readonly name = 'UnreadableNotification'
  readonly reason: 'missing' | 'malformed' | 'undecipherable' | 'incomplete'
  constructor(reason: UnreadableNotification['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Opens the encrypted result that the platform posts to your notification address, and that the browser brings back.
 *
 * Only the platform and you know the key, yet the cipher does not sign: before you deliver, compare `externalOrderId`,
 * `amount` and `currency` with your own order. The same notification may come more than once.
 *
 * Throws `UnreadableNotification` when the result is absent, damaged, made with another key, or lacks a field.
 */
export function readNotification(input: { privateKey: string; body: NotificationBody }): PaymentNotification {
  const key = keyBytes(input.privateKey)
  const { iv, ciphertext } = parseSealed(findResult(input.body))
  return parseNotification(decrypt(key, iv, ciphertext))
}

/** `opensslResult` is the current field; `result` is its older name, and the one used in addresses. */
function findResult(body: NotificationBody): string {
  const fields = typeof body === 'string' ? new URLSearchParams(body) : body
  const read = (name: string) => (fields instanceof URLSearchParams ? fields.get(name) : fields[name])
  const found = read('opensslResult') || read('result')
  if (found === undefined || found === null || found === '') {
    throw new UnreadableNotification('missing', 'There is neither opensslResult nor result in the body')
  }
  if (typeof found !== 'string') throw new UnreadableNotification('malformed', 'The result is given more than once')
  return found
}

/** `base64(iv),base64(ciphertext)`. A plus that was not escaped on its way has become a space, and is one again. */
function parseSealed(text: string): { iv: Buffer; ciphertext: Buffer } {
  const [iv, ciphertext, ...more] = text.replaceAll(' ', '+').split(',').map(parseBase64)
  if (more.length > 0 || iv?.length !== 16 || !ciphertext || ciphertext.length === 0 || ciphertext.length % 16 !== 0) {
    throw new UnreadableNotification('malformed', 'The result is not an iv and a ciphertext in base64')
  }
  return { iv, ciphertext }
}

/** Node reads almost anything as base64; whatever is not written back the same was not base64. */
function parseBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/**
 * AES-256-CBC with PKCS#7, then UTF-8, then JSON. Bad padding and bad text fail in the same way on purpose: a receiver
 * that distinguishes them helps an attacker to decrypt, byte by byte.
 */
function decrypt(key: Buffer, iv: Buffer, ciphertext: Buffer): unknown {
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, iv)
    const plain = Buffer.concat([cipher.update(ciphertext), cipher.final()])
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
  } catch {
    throw new UnreadableNotification('undecipherable', 'The result was made with another key, or changed on its way')
  }
}

function parseNotification(unchecked: unknown): PaymentNotification {
  if (!isRecord(unchecked)) throw new UnreadableNotification('incomplete', 'The result does not hold a notification')
  return {
    // Notifications of the oldest format have shorter names.
    transactionStatus: readStatus(unchecked.transactionStatus ?? unchecked.status),
    orderId: readInteger(unchecked, 'orderId'),
    externalOrderId: readText(unchecked, 'externalOrderId'),
    transactionId: readInteger(unchecked, 'transactionId'),
    transactionMethod: readText(unchecked, 'transactionMethod'),
    transactionType: isAbsent(unchecked.transactionType) ? undefined : readText(unchecked, 'transactionType'),
    customerId: readInteger(unchecked, 'customerId'),
    identifier: readText(unchecked, 'identifier'),
    amount: readNumber(unchecked, 'amount'),
    currency: readText(unchecked, 'currency'),
    customData: readCustomData(unchecked, isAbsent(unchecked.customData) ? 'custom' : 'customData'),
    customFields: readRecord(unchecked, isAbsent(unchecked.customFields) ? 'customField' : 'customFields'),
    timestamp: readInteger(unchecked, 'timestamp'),
    cardId: isAbsent(unchecked.cardId) ? null : readInteger(unchecked, 'cardId'),
    errors: readErrors(unchecked.errors),
  }
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

function readStatus(value: unknown): TransactionStatus {
  return transactionStatuses.find((status) => status === value) ?? fail('transactionStatus')
}

function readText(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : fail(name)
}

/** Some senders write numbers as text. */
function readNumber(fields: Fields, name: string): number {
  const value = fields[name]
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? number : fail(name)
}

function readInteger(fields: Fields, name: string): number {
  const number = readNumber(fields, name)
  return Number.isSafeInteger(number) ? number : fail(name)
}

const readCustomData = (fields: Fields, name: string): Fields | string | null => {
  const value = fields[name]
  return typeof value === 'string' ? value : readRecord(fields, name)
}

/** PHP has one empty array for objects and lists, and writes `[]`. */
function readRecord(fields: Fields, name: string): Fields | null {
  const value = fields[name]
  if (isAbsent(value)) return null
  if (Array.isArray(value) && value.length === 0) return {}
  return isRecord(value) ? value : fail(name)
}

function readErrors(value: unknown): PaymentError[] {
  if (isAbsent(value)) return []
  if (!Array.isArray(value)) return fail('errors')
  return value.map((error: unknown) => {
    if (!isRecord(error)) return fail('errors')
    // A payment is not lost over a failure without words.
    return { code: readInteger(error, 'code'), message: textOf(error.message), type: textOf(error.type) }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function fail(field: string): never {
  throw new UnreadableNotification('incomplete', `The notification lacks a good ${field}`)
}
