import type { Bins } from '#acquiring/bins'
import type { PaymentId, StoredCardId } from '#acquiring/ids'
import { findOrderByExternalId } from '#acquiring/orders'
import { findTransaction, publicStatus } from '#acquiring/payments'
import {
  type CardOnFile,
  cardsOf,
  cardsOnFile,
  customerDataRecord,
  findShopper,
  findShopperByIdentifier,
  fullCardRecord,
} from '#acquiring/shoppers'
import { amountInEur } from '#acquiring/transactions'
import { readId } from '#kernel/base/id.ts'
import { writeJson } from '#kernel/base/json.ts'
import { formatMoney } from '#kernel/base/money.ts'
import type { Call, Reply, Route } from '#kernel/http/route.ts'
import type { CheckoutContext } from '../context.ts'
import { removeOwnCard } from '../embedded/remove-card.ts'
import { readSigned } from '../open-session.ts'
import { formOf, signedFormBytesMax } from '../routes.ts'
import { type InlineToken, inlineToken, requireInlineToken } from './inline-token.ts'
import { refuse } from './refusals.ts'
import { requestPayment } from './request-payment.ts'
import { appleSessionFor, walletParamsFor } from './wallets-of-apps.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** Who has a token for one order, in the header. */
    inlineToken: 'open'
  }
}

/** `countAttempt` counts a card that is sent for a session, and throws when there were too many. */
export type InlineContext = CheckoutContext & {
  bins: Pick<Bins, 'find'>
  countAttempt(sessionToken: string): Promise<void>
}

/**
 * What apps with a payment form of their own call (wire fact 9.1). Replies are bare records, as those apps read them; the
 * surface words refusals.
 */
export const inlineRoutes = (ctx: InlineContext): Route[] => [
  {
    method: 'POST',
    path: '/api/v1/inline-checkout/session-token',
    caller: 'public',
    limits: ['sessions_opened'],
    bodyBytesMax: signedFormBytesMax,
    run: (call) => openToken(ctx, call),
  },
  withToken(ctx, 'GET', '/api/v1/inline-checkout/config', async () => noFeatures),
  withToken(ctx, 'GET', '/api/v1/inline-checkout/cards', listCards),
  withToken(ctx, 'DELETE', '/api/v1/inline-checkout/cards/:id', removeCard),
  withToken(ctx, 'GET', '/api/v1/inline-checkout/transactions/:id', showTransaction),
  // No bank is asked about names here, so the card in the request is not looked at. Libraries compare letter by letter.
  withToken(ctx, 'POST', '/api/v1/account-validation', async () => ({
    nameValidationResults: { status: 'NotSupported' },
  })),
  {
    method: 'GET',
    path: '/api/v1/digital-wallet/:wallet/params',
    caller: 'public',
    limits: ['sessions_opened'],
    run: async (call) => json(await walletParamsFor(ctx, call)),
  },
  {
    method: 'POST',
    path: '/api/v1/digital-wallet/applePay/validate-merchant',
    caller: 'inlineToken',
    limits: ['sessions_opened'],
    run: async (call) => {
      const token = requireInlineToken(ctx.keys, call.headers.authorization, ctx.clock.now())
      return jsonOf(await appleSessionFor(ctx, token, call))
    },
  },
  {
    method: 'POST',
    path: '/payment-request',
    caller: 'public',
    limits: ['sessions_opened'],
    bodyBytesMax: signedFormBytesMax,
    run: async (call) => json(await requestPayment(ctx, call)),
  },
]

/** What this installation does not offer to apps: forms of the merchant's own, and a check of names. */
const noFeatures = { whitelabelPaymentForm: false, checkNameWithoutSaveCard: false, nameCheckValidationEnabled: false }

type Run = (ctx: InlineContext, token: InlineToken, call: Call) => Promise<unknown>

const withToken = (ctx: InlineContext, method: 'GET' | 'POST' | 'DELETE', path: string, run: Run): Route => ({
  method,
  path,
  caller: 'inlineToken',
  run: async (call) =>
    json(await run(ctx, requireInlineToken(ctx.keys, call.headers.authorization, ctx.clock.now()), call)),
})

const json = (value: unknown): Reply => jsonOf(writeJson(value))

const jsonOf = (body: string): Reply => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body,
})

/** The order is read and not placed: it may never be paid. */
async function openToken(ctx: InlineContext, call: Call): Promise<Reply> {
  const { payload, checksum } = formOf(call)
  const { site, request, now } = await readSigned(ctx, {
    form: { jsonRequest: payload, checksum },
    requestId: call.requestId,
  })
  const facts = { siteId: site.id, externalOrderId: request.order.externalId, identifier: request.customer?.identifier }
  return json({ token: inlineToken(ctx.keys, facts, now) })
}

const shopperOf = async ({ db }: InlineContext, { siteId, identifier }: InlineToken) =>
  identifier === undefined ? undefined : findShopperByIdentifier(db, siteId, identifier)

/** Stored cards that can be paid with; all of them can, so `hasToken=false` is none. */
async function listCards(ctx: InlineContext, token: InlineToken, { query }: Call) {
  const shopper = await shopperOf(ctx, token)
  const cards = shopper && query.hasToken !== 'false' ? await cardsOf(ctx.db, shopper.id) : []
  const records = await cardsOnFile(
    ctx.db,
    cards.map(({ id }) => id),
  )
  return { data: await Promise.all(records.map((card) => shownCard(ctx, card))) }
}

/** Libraries show the bank beside the card, by a name of its own. */
async function shownCard(ctx: InlineContext, card: CardOnFile) {
  const record = await fullCardRecord(ctx, card)
  return { ...record, bankName: record.binInfo.bank ?? '' }
}

async function removeCard(ctx: InlineContext, token: InlineToken, { params, ip }: Call) {
  const [cardId, shopper] = [readId<StoredCardId>(params.id), await shopperOf(ctx, token)]
  if (cardId === undefined || !shopper) throw refuse('stored_card_not_found')
  await removeOwnCard(ctx, { siteId: token.siteId, shopperId: shopper.id, cardId, ip })
  return { id: cardId }
}

async function showTransaction({ db }: InlineContext, { siteId, externalOrderId }: InlineToken, { params }: Call) {
  const id = readId<PaymentId>(params.id)
  const [order, transaction] = await Promise.all([
    findOrderByExternalId(db, siteId, externalOrderId),
    id === undefined ? undefined : findTransaction(db, siteId, id),
  ])
  if (!order || transaction?.orderId !== order.id) throw refuse('transaction_not_found')
  const shopper = await findShopper(db, transaction.shopperId)
  const amount = transaction.captured.minor > 0n ? transaction.captured : transaction.amount
  const day = transaction.createdAt.toZonedDateTimeISO('UTC').toPlainDate()
  return {
    id: transaction.id,
    transactionStatus: publicStatus[transaction.status],
    amount: fourDecimals(formatMoney(amount)),
    currencyKey: amount.currency,
    amountInEuro: fourDecimals(amountInEur(amount, day)),
    customerData: shopper && customerDataRecord(shopper),
    externalOrderId,
    description: transaction.description,
  }
}

/** As apps read amounts here: `100.0000`. */
const fourDecimals = (amount: string): string => `${amount}00`
