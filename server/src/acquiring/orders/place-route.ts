import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ApiCaller, type ApiRoute, apiRoute, siteIdField } from '#acquiring/api'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { PaymentsContext } from '#acquiring/payments'
import type { DigitalWallet } from '#acquiring/requests'
import { readNetworkTransaction } from '#acquiring/shoppers'
import { openWalletCard, type WalletsContext, walletCard } from '#acquiring/wallets'
import type { Site } from '#core/directory'
import type { Write } from '#kernel/db/commit/commit.ts'
import {
  amount,
  email,
  id,
  ignored,
  ipAddress,
  jsonObject,
  listOf,
  oneOf,
  optional,
  text,
  yesNo,
} from '#kernel/http/field.ts'
import {
  anyText,
  type CardParser,
  cardFactsOf,
  cardFields,
  threeDSecureData,
  threeDSecureOf,
  transactionOption,
} from './card-fields.ts'
import { firstAmount } from './order.ts'
import { charged, paymentOfKey } from './order-reply.ts'
import { type CardInput, placeOrder } from './place-order.ts'
import { readLevel3Data, readOption } from './read-options.ts'
import { refuse } from './refusals.ts'
import { getOrder } from './store.ts'
import { readTerms, type Terms } from './terms.ts'
import { placedShape } from './wire.ts'

const customerId = id<ShopperId>('the id of a customer, as POST /customer returned it', { wrong: 1620, missing: 1620 })
const placeBody = z.object({
  siteId: optional(siteIdField),
  customerId,
  ip: optional(ipAddress()),
  amount: optional(amount('the regular amount')),
  currency: text({ max: 3, what: 'a currency that the site takes, such as EUR' }),
  orderType: text({ max: 20, what: 'purchase, recurring, managed or credit' }).meta({
    description: 'Purchase, recurring or managed; credit pays out to a stored card, with cardTransactionMode credit',
    enum: ['purchase', 'recurring', 'managed', 'credit'],
  }),
  externalOrderId: optional(
    text({ max: 32, pattern: /^[\w\-.]+$/, what: 'your own id of the order: letters, digits and _ - .' }),
  ),
  force: ignored(yesNo()),
  description: optional(text({ max: 77_056, what: 'what is paid for', lines: true, prose: true })),
  level3Data: optional(jsonObject('facts of a journey')),
  invoiceEmail: optional(email(150)),
  tag: optional(listOf(text({ max: 100, pattern: /^[0-9a-z\-_.]+$/i, what: 'a tag', prose: true }), { max: 100 })),
  referenceOrderId: ignored(id<OrderId>('the id of another order')),
  intervalType: anyText('day or month'),
  intervalValue: anyText('a whole number from 1 to 365'),
  retryPayment: anyText('ISO 8601 durations with commas between, such as P1D,P3D,P7D'),
  trialAmount: optional(amount('the first charge, when it is another amount')),
  firstBillDate: anyText('a date and time of ISO 8601 in the future'),
  backUrl: optional(text({ max: 2_048, pattern: /^https?:\/\/\S+$/i, what: 'an http or https address' })),
  externalCustomData: optional(text({ max: 65_535, what: 'your own data', lines: true, prose: true })),
  transactionMethod: optional(oneOf(['card', 'wallet'])),
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

export const placeRoute = (parts: PaymentsContext & CardParser & WalletsContext): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/order',
    permission: 'orders:create',
    group: 'Orders',
    summary: 'Open an order, and pay it by a stored card or by card data',
    about:
      'Without a card nothing is charged. By a stored card alone it is a payment of yours without the customer; with threeDSecureData, or with transactionOption {"isSoftDecline":"yes"} after error 839, the customer is there and may be sent to their bank: `redirect` says how. By transactionOption {"digitalWallet":{"walletType","data"}} it is paid with what the customer’s Apple Pay or Google Pay has returned to you. The same externalOrderId sent again is another attempt at the same order while that waits to be paid. With orderType and cardTransactionMode credit, money goes the other way: to the stored card, once for each externalOrderId.',
    // Descriptions, own data and 3-D Secure data, each of them escaped.
    bodyBytesMax: 1_048_576,
    body: placeBody,
    data: placedShape,
    also: [402],
    run: async ({ caller, body, once }) => {
      const { siteId } = caller
      const site = (await parts.directory.site(siteId))!
      const externalId = body.externalOrderId ?? randomUUID().replaceAll('-', '')
      const { clock } = parts
      const mode = body.cardTransactionMode ?? 'authAndCapture'
      const rules = { currencies: site.currencies, timeZone: site.timeZone, mode, now: clock.now() }
      const terms = readTerms({ ...body, amount: body.amount?.digits, trialAmount: body.trialAmount?.digits }, rules)
      if (terms.type === 'credit' && body.transactionOption?.splitPayment)
        throw refuse('payout_not_shared', { field: 'transactionOption.splitPayment' })
      const option = await readOption(parts, site, body.transactionOption, { whole: terms.amount, externalId })
      const wallet = await openWalletOf(parts, site, body, { terms, wallet: option?.digitalWallet })
      const { order, payment } = await placeOrder(parts, {
        site,
        shopperId: body.customerId,
        terms,
        externalId,
        description: body.description,
        card: wallet?.card ?? cardOf(parts, caller, body),
        cardFacts: cardFactsOf(body),
        ip: body.ip,
        threeDSecure: threeDSecureOf(parts, body),
        details: {
          tags: body.tag ?? [],
          level3: readLevel3Data(body.level3Data, site),
          option,
          customData: body.externalCustomData,
          invoiceEmail: body.invoiceEmail,
          backUrl: body.backUrl,
        },
        alongside: (orderId, paymentId) => [...once(orderId, paymentId), ...(wallet?.writes ?? [])],
      })
      return charged(order, payment)
    },
    recover: async (_caller, orderId, paymentId) => {
      const order = await getOrder(parts.db, orderId as OrderId)
      return charged(order, await paymentOfKey(parts.db, order.id, paymentId))
    },
  })

/** The card of the customer's wallet, and what is committed with it. */
async function openWalletOf(
  parts: WalletsContext,
  site: Site,
  body: Body,
  { terms, wallet }: { terms: Terms; wallet: DigitalWallet | undefined },
): Promise<{ card: CardInput; writes: readonly Write[] } | undefined> {
  const field = 'transactionOption.digitalWallet'
  if (!wallet) {
    if (body.transactionMethod === 'wallet') throw refuse('wallet_missing', { field })
    return undefined
  }
  if (terms.type === 'credit' || body.cardId !== undefined || body.cardNumber !== undefined)
    throw refuse('wallet_and_card', { field })
  const input = { ...wallet, field: `${field}.data`, typeField: `${field}.walletType` }
  const { card, writes } = await openWalletCard(parts, { site, input, amount: firstAmount(terms) })
  return {
    card: { from: 'typed', ...walletCard(card), save: body.saveCard ?? body.cardTransactionMode === 'verifyCard' },
    writes,
  }
}

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
  return {
    from: 'typed',
    ...parts.readCard(body, caller.timeZone),
    networkTransaction,
    save: body.saveCard ?? body.cardTransactionMode === 'verifyCard',
  }
}
