import anyAscii from 'any-ascii'
import type { Currency } from '#kernel/base/money.ts'
import type { AuthorizeRequest, CardDetails } from '../port.ts'
import { netPurchase, type Purchase } from '../purchase.ts'
import type { StripeSettings } from './context.ts'
import type { FormValue } from './form.ts'
import { type StripeAmount, stripeUnits } from './units.ts'

/*
 * The parameters that this connector sends, one function for each of Stripe's requests. Their names are compared with the
 * types of Stripe's own package: server/tests/connectors/stripe-parameters.ts.
 */

export type CardRequest = Omit<AuthorizeRequest, 'kind'> & { kind: AuthorizeRequest['kind'] | 'verify' }

/** A card that Stripe knows from an earlier payment. */
export type KnownCard = { customer: string; paymentMethod: string }

/** By the key an intent can be found in Stripe's dashboard. */
const about = (key: string) => ({ florin_request: key })

export const customerParams = ({ key }: Pick<CardRequest, 'key'>) => ({ metadata: about(key) })

/** Creates the intent without a card: no money can move. */
export const paymentIntentParams = (
  { key, amount, kind, descriptor, subMerchantId, purchase }: CardRequest,
  { customer, settings }: { customer: string | undefined; settings: StripeSettings },
) => ({
  amount: stripeUnits.write(amount),
  currency: amount.currency.toLowerCase(),
  capture_method: kind === 'sale' ? 'automatic' : 'manual',
  allowed_payment_method_types: ['card'],
  customer,
  on_behalf_of: accountOf(subMerchantId),
  metadata: about(key),
  statement_descriptor_suffix: settings.descriptorSuffix ? suffixOf(descriptor) : undefined,
  ...(settings.lineItems && purchase && bought(purchase, amount.currency)),
})

/** A payment never fails because of what is said of its lines: Stripe then leaves them out (`enforce_arithmetic_validation`). */
function bought(purchase: Purchase, currency: Currency) {
  const { lines, discountMinor } = netPurchase(purchase)
  const isCounted = (minor: bigint) => stripeUnits.fits({ minor, currency })
  const amountOf = (minor: bigint) => stripeUnits.write({ minor, currency })
  if (![discountMinor, ...lines.flatMap(({ unitMinor, taxMinor }) => [unitMinor, taxMinor])].every(isCounted)) return {}
  return {
    amount_details: {
      enforce_arithmetic_validation: false,
      discount_amount: discountMinor > 0n ? amountOf(discountMinor) : undefined,
      line_items: lines.slice(0, linesMax).map(({ name, code, units, unitMinor, taxMinor }) => ({
        product_name: name,
        product_code: code?.slice(0, 12),
        quantity: String(units),
        unit_cost: amountOf(unitMinor),
        tax: { total_tax_amount: amountOf(taxMinor) },
      })),
    },
    payment_details: { order_reference: purchase.reference },
  }
}
const linesMax = 200

/** A sub-merchant is known to Stripe as a connected account of this one: it is then the business of the payment. */
const accountOf = (subMerchantId: string | undefined): string | undefined =>
  subMerchantId !== undefined && /^acct_\w+$/.test(subMerchantId) ? subMerchantId : undefined

/**
 * Two to ten characters are the account's own, and `* ` is between: ten of 22 are left. Stripe refuses a payment for any
 * character that is not Latin, so that a name in others is written in Latin letters.
 */
const suffixOf = (descriptor: string): string | undefined => {
  const suffix = anyAscii(descriptor.normalize('NFC'))
    .replaceAll(/[<>\\'"*]/g, '')
    .slice(0, 10)
    .trim()
  return /[A-Za-z]/.test(suffix) ? suffix : undefined
}

export const setupIntentParams = (
  { key, subMerchantId }: CardRequest,
  { customer }: { customer: string | undefined },
) => ({
  usage: 'off_session',
  allowed_payment_method_types: ['card'],
  customer,
  on_behalf_of: accountOf(subMerchantId),
  metadata: about(key),
})

/** Sends the card, after which the bank decides. */
export const confirmParams = (request: CardRequest, { known, settings }: Charging) => {
  const { initiator, threeDSecure } = request
  return {
    ...cardParams(request, { known, settings }),
    ...(initiator.type === 'mit'
      ? { off_session: true }
      : initiator.storesCard && { setup_future_usage: 'off_session' }),
    ...(threeDSecure ? { return_url: threeDSecure.returnUrl } : { error_on_requires_action: true }),
    payment_method_options: { card: { ...cardOptions(request), ...gatedOptions(request, settings) } },
    expand: ['latest_charge'],
  }
}
export type Charging = { known: KnownCard | undefined; settings: StripeSettings }

export const setupConfirmParams = (request: CardRequest, { known, settings }: Charging) => ({
  ...cardParams(request, { known, settings }),
  return_url: request.threeDSecure?.returnUrl,
  payment_method_options: { card: cardOptions(request) },
  expand: ['latest_attempt'],
})

const cardParams = (request: CardRequest, { known, settings }: Charging) => {
  const { card, billingAddress, shopper } = request
  return known
    ? { payment_method: known.paymentMethod }
    : {
        payment_method_data: {
          type: 'card',
          card: isDeviceNumber(request, settings) ? tokenOf(card) : numberOf(card),
          billing_details: {
            name: card.holderName,
            email: shopper.email,
            address: billingAddress && {
              line1: billingAddress.street,
              city: billingAddress.city,
              state: billingAddress.state,
              postal_code: billingAddress.zipCode,
              country: billingAddress.country,
            },
          },
        },
      }
}

/** A number that a wallet has made for its device; a stored one, which its merchant charges, has no cryptogram any more. */
const isDeviceNumber = ({ card: { wallet }, initiator }: CardRequest, { networkTokens }: StripeSettings): boolean =>
  networkTokens && wallet !== undefined && (wallet.cryptogram !== undefined || initiator.type === 'mit')

/**
 * The number of a device, by the names that others send it under (ActiveMerchant, `stripe_payment_intents.rb`): they are in
 * none of the public types.
 */
const tokenOf = ({ pan, expiryMonth, expiryYear, wallet }: CardDetails) => {
  const expiry = { exp_month: String(expiryMonth), exp_year: String(expiryYear) }
  const tokenization_method = wallet?.type === 'applePay' ? 'apple_pay' : 'google_pay_dpan'
  return {
    ...expiry,
    last4: pan.reveal().slice(-4),
    network_token: { number: pan.reveal(), ...expiry, tokenization_method },
  }
}

const numberOf = ({ pan, cvv, expiryMonth, expiryYear }: CardDetails) => ({
  number: pan.reveal(),
  exp_month: String(expiryMonth),
  exp_year: String(expiryYear),
  cvc: cvv?.reveal(),
})

/** The bank is asked who the cardholder is where that is wanted, and a browser is there to be sent to it. */
const cardOptions = ({ authentication, threeDSecure }: CardRequest) => ({
  request_three_d_secure: !threeDSecure ? undefined : threeDSecureOf[authentication ?? 'usual'],
})
const threeDSecureOf = { usual: 'automatic', requested: 'any', required: 'challenge' } as const

/** What Stripe has to allow an account, and its types do not have. */
const gatedOptions = (
  { initiator, card: { wallet } }: CardRequest,
  settings: StripeSettings,
): Record<string, FormValue> => ({
  ...(initiator.type === 'mit' &&
    settings.mitExemption && { mit_exemption: { network_transaction_id: initiator.networkTransactionId } }),
  ...(wallet?.cryptogram &&
    settings.networkTokens && {
      network_token: { cryptogram: wallet.cryptogram.reveal(), electronic_commerce_indicator: wallet.eci },
    }),
})

/**
 * The key is under a name of its own: that of the authorization stays. The lines of a payment need not come to the part
 * that is captured.
 */
export const captureParams = ({ key, amount, settings }: Following & { settings: StripeSettings }) => ({
  amount_to_capture: amount,
  metadata: { florin_capture: key },
  ...(settings.lineItems && { amount_details: { enforce_arithmetic_validation: false } }),
})

type Following = { key: string; amount: StripeAmount }

export const cancelParams = () => ({ cancellation_reason: 'abandoned' })

export const refundParams = ({ key, amount, intent }: Following & { intent: string }) => ({
  payment_intent: intent,
  amount,
  metadata: about(key),
})

/** The fields of evidence that take a document, in the order in which they are used. */
export const evidenceFiles = [
  'uncategorized_file',
  'service_documentation',
  'customer_communication',
  'receipt',
  'shipping_documentation',
  'customer_signature',
  'cancellation_policy',
  'refund_policy',
] as const
type EvidenceFiles = { readonly [field in (typeof evidenceFiles)[number]]?: string }

export const evidenceParams = ({ text, files }: { text: string; files: EvidenceFiles }) => ({
  evidence: { uncategorized_text: text === '' ? undefined : text, ...files },
  submit: true,
})

/** Which request of ours this object of Stripe is about. */
export const requestIn = (metadata: Readonly<Record<string, string>>): string | undefined => metadata.florin_request
export const captureIn = (metadata: Readonly<Record<string, string>>): string | undefined => metadata.florin_capture
