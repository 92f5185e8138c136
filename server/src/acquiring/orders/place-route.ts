import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ApiCaller, type ApiRoute, apiRoute, siteIdField } from '#acquiring/api'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { NewPayment, PaymentsContext } from '#acquiring/payments'
import type { BrowserFacts, CardDetails } from '#connectors/acquirer/acquirer.ts'
import type { SiteId } from '#core/directory'
import { amount, email, id, jsonObject, listOf, oneOf, optional, text, yesNo } from '#kernel/http/field.ts'
import { charged, lastPaymentOf, orderOf, outcomeOf } from './order-reply.ts'
import { type CardInput, placeOrder } from './place-order.ts'
import { getOrder } from './store.ts'
import { readNetworkTransaction, readTerms } from './terms.ts'
import { updateOrderCard } from './update-order-card.ts'
import { chargedShape, placedRecord, placedShape } from './wire.ts'

/** What orders are told of cards and browsers; reading them is not their business. */
export type CardParser = {
  /** Reads card data as it was typed, or refuses it by field. */
  readCard(unchecked: TypedFields, timeZone: string): { brand: string; details: CardDetails }
  /** The browser that the fields of 3-D Secure speak of, or refuses them by field. */
  readBrowser(threeDSecureData: string | undefined, ip: string | undefined): BrowserFacts
  /** Where the bank sends the shopper's browser back to, for the order of this external id; from there it goes to `backUrl`. */
  bankReturnUrl(order: { siteId: SiteId; externalId: string; backUrl: string | undefined }): string
}

const cardFields = {
  cardNumber: optional(text({ max: 40, what: 'the number of a card' })),
  cardExpiryDate: optional(text({ max: 10, what: 'MM/YY or MM/YYYY' })),
  cardCvv: optional(text({ max: 4, what: 'the security code of the card' })),
  cardHolderName: optional(text({ max: 100, what: 'the name on the card' })),
  cardHolderCountry: optional(text({ max: 2, what: 'a country code' })),
  cardHolderState: optional(text({ max: 6, what: 'a state' })),
  cardType: optional(text({ max: 20, what: 'a card scheme' })),
  cardDescriptor: optional(text({ max: 50, what: 'what the statement of the cardholder shows' })),
}
export type TypedFields = Partial<
  Record<'cardNumber' | 'cardExpiryDate' | 'cardCvv' | 'cardHolderName', string | undefined>
>

const customerId = id<ShopperId>('the id of a customer, as POST /customer gave it', { wrong: 1620, missing: 1620 })
const threeDSecureData = optional(text({ max: 100_000, what: 'the base64 of a JSON object', lines: true }))
const transactionOption = optional(jsonObject('options of the payment'))
/** What is read further on, where its rules are. */
const anyText = (what: string) =>
  optional(text({ max: 200, what })).meta({ description: what.charAt(0).toUpperCase() + what.slice(1) })

const placeBody = z.object({
  siteId: optional(siteIdField),
  customerId,
  ip: anyText('the IP address of the customer'),
  amount: optional(amount('the regular amount')),
  currency: text({ max: 3, what: 'a currency that the site takes, such as EUR' }),
  orderType: text({ max: 20, what: 'purchase, recurring, managed or credit' }).meta({
    description: 'Purchase, recurring or managed; credit pays out to a stored card, with cardTransactionMode credit',
    enum: ['purchase', 'recurring', 'managed', 'credit'],
  }),
  externalOrderId: optional(
    text({ max: 32, pattern: /^[\w\-.]+$/, what: 'your own id of the order: letters, digits and _ - .' }),
  ),
  force: optional(yesNo()),
  description: optional(text({ max: 77_056, what: 'what is paid for', lines: true })),
  level3Data: optional(jsonObject('facts of a journey')),
  invoiceEmail: optional(email(150)),
  tag: optional(listOf(text({ max: 100, pattern: /^[0-9a-z\-_.]+$/i, what: 'a tag' }), { max: 100 })),
  referenceOrderId: optional(id<OrderId>('the id of another order')),
  intervalType: anyText('day or month'),
  intervalValue: anyText('a whole number from 1 to 365'),
  retryPayment: anyText('ISO 8601 durations with commas between, such as P1D,P3D,P7D'),
  trialAmount: optional(amount('the first charge, when it is another amount')),
  firstBillDate: anyText('a date and time of ISO 8601 in the future'),
  backUrl: optional(text({ max: 2_048, pattern: /^https?:\/\/\S+$/i, what: 'an http or https address' })),
  externalCustomData: optional(text({ max: 65_535, what: 'your own data', lines: true })),
  transactionMethod: optional(oneOf(['card'])),
  cardTransactionMode: optional(oneOf(['auth', 'authAndCapture', 'verifyCard', 'credit'])),
  cardId: optional(id<StoredCardId>('the id of a stored card of the customer', { wrong: 902 })),
  ...cardFields,
  saveCard: optional(yesNo()),
  threeDSecureData,
  transactionOption,
  networkTransactionId: anyText('the network id of the first transaction of a card that was tokenised elsewhere'),
  networkTransactionDate: anyText('its Unix time in milliseconds'),
})
type Body = z.output<typeof placeBody>

export const placeRoute = (parts: PaymentsContext & CardParser): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/order',
    permission: 'orders:create',
    group: 'Orders',
    summary: 'Open an order, and pay it by a stored card or by card data',
    about:
      'Without a card nothing is charged. By a stored card alone it is a payment of yours without the customer; with threeDSecureData, or with transactionOption {"isSoftDecline":"yes"} after error 839, the customer is there and may be sent to their bank: `redirect` says how. The same externalOrderId sent again is another attempt at the same order while that waits to be paid. With orderType and cardTransactionMode credit, money goes the other way: to the stored card, once for each externalOrderId.',
    body: placeBody,
    data: placedShape,
    status: 201,
    also: [202, 402],
    run: async ({ caller, body, once }) => {
      const { siteId } = caller
      const site = (await parts.directory.site(siteId))!
      const externalId = body.externalOrderId ?? randomUUID().replaceAll('-', '')
      const { clock } = parts
      const mode = body.cardTransactionMode ?? 'authAndCapture'
      const rules = { currencies: site.currencies, timeZone: site.timeZone, mode, now: clock.now() }
      const terms = readTerms({ ...body, amount: body.amount?.digits, trialAmount: body.trialAmount?.digits }, rules)
      const { order, payment } = await placeOrder(parts, {
        site,
        shopperId: body.customerId,
        terms,
        externalId,
        description: body.description,
        card: cardOf(parts, caller, body),
        ip: body.ip,
        threeDSecure: threeDSecureOf(parts, body, { siteId, externalId }),
        details: {
          tags: body.tag ?? [],
          level3: body.level3Data,
          customData: body.externalCustomData,
          invoiceEmail: body.invoiceEmail,
          backUrl: body.backUrl,
        },
        alongside: once,
      })
      return { data: placedRecord(order, payment), ...outcomeOf(payment) }
    },
    recover: async (_caller, subjectId) => {
      const order = await getOrder(parts.db, subjectId as OrderId)
      const payment = await lastPaymentOf(parts.db, order.id)
      return { data: placedRecord(order, payment), ...outcomeOf(payment) }
    },
  })

function cardOf(
  parts: CardParser & Pick<PaymentsContext, 'clock'>,
  caller: ApiCaller,
  body: Body,
): CardInput | undefined {
  const { networkTransactionId, networkTransactionDate, cardId } = body
  const pair = { id: networkTransactionId, date: networkTransactionDate }
  const networkTransaction = readNetworkTransaction(pair, parts.clock.now())
  if (cardId) return { from: 'stored', cardId, networkTransaction }
  if (body.cardNumber === undefined) return undefined
  return { from: 'typed', ...parts.readCard(body, caller.timeZone), save: body.saveCard ?? false }
}

/**
 * The shopper is there when the store speaks of their browser, when it sends a soft decline again, and when they have
 * just given their card.
 */
function threeDSecureOf(
  parts: CardParser,
  body: Pick<Body, 'threeDSecureData' | 'transactionOption' | 'cardNumber' | 'ip' | 'backUrl'>,
  order: { siteId: SiteId; externalId: string },
): NewPayment['threeDSecure'] {
  const softDecline = String(body.transactionOption?.isSoftDecline ?? 'no')
  const typedAtStore = body.cardNumber !== undefined && body.backUrl !== undefined
  const isSoftDecline = ['yes', 'true', '1'].includes(softDecline.toLowerCase())
  if (!body.threeDSecureData && !isSoftDecline && !typedAtStore) return undefined
  return {
    returnUrl: parts.bankReturnUrl({ ...order, backUrl: body.backUrl }),
    browser: parts.readBrowser(body.threeDSecureData, body.ip),
  }
}

export const updateCardRoute = (parts: PaymentsContext & CardParser): ApiRoute =>
  apiRoute({
    method: 'PATCH',
    path: '/order-update-card/:id',
    permission: 'orders:change',
    group: 'Orders',
    summary: 'Give an order a new card',
    about: 'The card is proven with nothing charged, and stored. What the order owes is tried with it at once.',
    params: z.object({ id: text({ max: 32, what: 'the id of an order, ours or your own' }, { wrong: 1100 }) }),
    body: z.object({
      customerId: optional(customerId),
      ip: anyText('the IP address of the customer'),
      amount: optional(amount()),
      currency: anyText('a currency'),
      transactionDescription: anyText('a description'),
      ...cardFields,
      cardNumber: text({ max: 40, what: 'the number of a card' }),
      cardExpiryDate: text({ max: 10, what: 'MM/YY or MM/YYYY' }),
      cardCvv: text({ max: 4, what: 'the security code of the card' }),
      threeDSecureData,
      transactionOption,
      backUrl: optional(text({ max: 2_048, what: 'an address' })),
    }),
    data: chargedShape,
    also: [202, 402],
    run: async ({ caller, params, body, once }) => {
      const order = await orderOf(parts, caller, params.id)
      const { proof, debt } = await updateOrderCard(parts, {
        siteId: caller.siteId,
        orderId: order.id,
        shopperId: body.customerId,
        card: parts.readCard(body, caller.timeZone),
        ip: body.ip,
        threeDSecure: threeDSecureOf(parts, body, { siteId: caller.siteId, externalId: order.externalId }),
        alongside: once,
      })
      return charged(order, debt ?? proof)
    },
    recover: async (_caller, subjectId) => {
      const order = await getOrder(parts.db, subjectId as OrderId)
      return charged(order, await lastPaymentOf(parts.db, order.id))
    },
  })
