import { z } from 'zod'
import type { MessageKey, NetworkCard, NetworkMerchant, Original } from '#connectors/network/message.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { country, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { secretText } from '#kernel/http/secret-text.ts'

/** The fields of messages, as JSON has them. */

const keyShape = {
  stan: text({ max: 20, pattern: /^[0-9A-Za-z-]{1,20}$/, what: 'the number of the message (field 11)' }),
  sentAt: text({ max: 10, pattern: /^\d{10}$/, what: 'when it was sent, as MMDDhhmmss in UTC (field 7)' }),
  acquirerId: text({ max: 11, pattern: /^\d{1,11}$/, what: 'the acquirer (field 32)' }),
  forwarderId: optional(text({ max: 11, pattern: /^\d{1,11}$/, what: 'who passes the message on (field 33)' })),
}

/** Two connections never share a key, whatever acquirers they name. */
export const keyOf = (connection: string, sent: z.output<typeof messageFields.key>): MessageKey => ({
  sender: [connection, sent.acquirerId, ...(sent.forwarderId ? [sent.forwarderId] : [])].join('/'),
  stan: sent.stan,
  sentAt: sent.sentAt,
})

const cardShape = {
  number: secretText(/^\d{12,19}$/, 'a card number of 12 to 19 digits'),
  expiry: optional(text({ max: 4, pattern: /^\d\d(?:0[1-9]|1[0-2])$/, what: 'an expiry date as YYMM' })),
  cvv2: optional(secretText(/^\d{3}$/, 'a security code of three digits')),
  pinBlock: optional(
    z.object({
      format: oneOf(['0', '3', '4']),
      hex: text({ max: 32, pattern: /^(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{32})$/, what: 'an encrypted PIN block' }),
      zone: optional(text({ max: 31, what: 'the key that it is under; that of the connection unless named' })),
    }),
  ),
}

export function cardOf(connection: string, { pinBlock, ...card }: z.output<typeof messageFields.card>): NetworkCard {
  if (!pinBlock) return card
  const format = Number(pinBlock.format) as 0 | 3 | 4
  return {
    ...card,
    pinBlock: { bytes: Buffer.from(pinBlock.hex, 'hex'), format, zone: pinBlock.zone ?? connection },
  }
}

const decimals = /^\d{1,13}(?:\.\d{1,4})?$/
/** An amount with its currency, which says how many decimals it has. */
export const amountField = z
  .object({
    amount: text({ max: 18, pattern: decimals, what: 'an amount as text, such as 42.99' }),
    currency: oneOf(isoCurrencies),
  })
  .transform(({ amount, currency }, context): Money => {
    const read = parseMoney(amount, currency)
    if (read) return read
    context.addIssue({ code: 'custom', path: ['amount'], message: `has more decimals than ${currency}` })
    return z.NEVER
  })

const merchantShape = {
  id: text({ max: 15, min: 1, what: 'the merchant (field 42)' }),
  terminalId: optional(text({ max: 16, what: 'the terminal (field 41)' })),
  name: text({ max: 40, min: 1, what: 'the name of the merchant', prose: true }),
  city: optional(text({ max: 40, what: 'a city', prose: true })),
  country: optional(country()),
  category: text({ max: 4, pattern: /^\d{4}$/, what: 'a merchant category code (field 18)' }),
}
export const merchantOf = (sent: z.output<typeof messageFields.merchant>): NetworkMerchant => sent

const word = (max: number, what: string) => optional(text({ max, pattern: /^[\x21-\x7e]+$/, what }))
const namesShape = {
  rrn: word(12, 'the retrieval reference (field 37)'),
  networkTransactionId: word(36, 'the id that the network has given the transaction'),
  authorizationCode: word(6, 'the authorization code (field 38)'),
}

const originalShape = { key: optional(z.object(keyShape)), ...namesShape }

export const originalOf = (
  connection: string,
  sent: z.output<typeof messageFields.original> | undefined,
): Original | undefined => sent && { ...sent, key: sent.key && keyOf(connection, sent.key) }

export const messageFields = {
  key: z.object(keyShape),
  card: z.object(cardShape),
  merchant: z.object(merchantShape),
  reference: z.object(namesShape),
  original: z.object(originalShape),
  sequence: z.object({ number: wholeNumber({ min: 1, max: 99 }), of: wholeNumber({ min: 1, max: 99 }) }),
  presentmentId: text({ max: 40, pattern: /^[\x21-\x7e]+$/, what: 'the id of the presentment' }),
}

/** What every message has. */
export const aboutFields = {
  key: messageFields.key,
  card: messageFields.card,
  amount: amountField,
  billing: optional(amountField),
  merchant: messageFields.merchant,
  reference: optional(messageFields.reference),
}
type About = {
  key: z.output<typeof messageFields.key>
  card: z.output<typeof messageFields.card>
  amount: Money
  billing?: Money | undefined
  merchant: z.output<typeof messageFields.merchant>
  reference?: z.output<typeof messageFields.reference> | undefined
}

export const aboutOf = (connection: string, { key, card, amount, billing, merchant, reference }: About) => ({
  key: keyOf(connection, key),
  card: cardOf(connection, card),
  amount,
  billing,
  merchant: merchantOf(merchant),
  reference: { ...reference, acquirerId: key.acquirerId },
})
