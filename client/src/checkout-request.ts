import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import type { CheckoutRequest, Language, Order, SplitPayment } from './checkout-fields.ts'
import { exactAmount, exactJson } from './exact-json.ts'
import { keyBytes } from './private-key.ts'

/** The two form fields that the shopper's browser posts to the checkout address. */
export type SignedRequest = { jsonRequest: string; checksum: string }

/**
 * Signs a checkout request with the private key of your site. Do it on your server: anyone with the key can request
 * money from your customers in your name.
 *
 * Throws a `TypeError` naming the field when the key or an amount is malformed. The meaning of the request is checked
 * by the checkout, which shows any problems in the shopper's browser.
 */
export function signCheckoutRequest(input: { privateKey: string; request: CheckoutRequest }): SignedRequest {
  return signJson({ privateKey: input.privateKey, json: requestToJson(input.request) })
}

/** Standard base64 of the JSON bytes, and of the raw HMAC-SHA512 over the same bytes. */
export function signJson({ privateKey, json }: { privateKey: string; json: string }): SignedRequest {
  const bytes = Buffer.from(json, 'utf8')
  return {
    jsonRequest: bytes.toString('base64'),
    checksum: createHmac('sha512', keyBytes(privateKey)).update(bytes).digest('base64'),
  }
}

/** Every amount becomes a JSON number with exactly two decimals; everything else is written as it is. */
function requestToJson({ order, threeDSecureData, transactionOption, ...rest }: CheckoutRequest): string {
  return exactJson({
    ...rest,
    ...(order && { order: orderWithExactAmounts(order) }),
    ...(threeDSecureData && { threeDSecureData: Buffer.from(exactJson(threeDSecureData), 'utf8').toString('base64') }),
    ...(transactionOption && {
      transactionOption: {
        ...transactionOption,
        ...(transactionOption.splitPayment && {
          splitPayment: splitWithExactAmounts(transactionOption.splitPayment, 'transactionOption.splitPayment'),
        }),
      },
    }),
  })
}

function orderWithExactAmounts(order: Order): object {
  return {
    ...order,
    amount: exactAmount(order.amount, 'order.amount'),
    ...(order.trialAmount !== undefined && { trialAmount: exactAmount(order.trialAmount, 'order.trialAmount') }),
    ...(order.items && {
      items: order.items.map((item, index) => ({
        ...item,
        unitPrice: exactAmount(item.unitPrice, `order.items[${index}].unitPrice`),
      })),
    }),
  }
}

function splitWithExactAmounts(split: SplitPayment, path: string): object {
  return {
    splitSchema: split.splitSchema.map((share, index) => {
      const field = `${path}.splitSchema[${index}]`
      return {
        ...share,
        amount: exactAmount(share.amount, `${field}.amount`),
        ...(share.splitPayment && { splitPayment: splitWithExactAmounts(share.splitPayment, `${field}.splitPayment`) }),
      }
    }),
  }
}

export type CheckoutForm = {
  /** The checkout address of your environment, `http` or `https`. */
  checkoutUrl: string
  privateKey: string
  request: CheckoutRequest
  /** Language of the payment page; without it, the page follows the browser. */
  language?: Language
  /** Sends the form by itself as soon as it is read. The button stays, for browsers without script. */
  autoSubmit?: boolean
  /** Default: `Continue to payment`. */
  buttonLabel?: string
  /** Of your content policy, for the script of `autoSubmit`. A policy may also allow the hash of `autoSubmitScript`. */
  nonce?: string
}

/**
 * The whole text of the script that `autoSubmit` adds, the same every time, so that a content policy can allow it by
 * its hash: `'sha256-' + createHash('sha256').update(autoSubmitScript).digest('base64')`.
 */
export const autoSubmitScript = "document.getElementById('florin-checkout').submit()"

/**
 * An HTML form that takes the shopper to the payment page; put it into your own page. All values are escaped.
 * Throws a `TypeError` as `signCheckoutRequest` does, and for an address that is not `http` or `https`.
 */
export function checkoutForm(form: CheckoutForm): string {
  const { jsonRequest, checksum } = signCheckoutRequest(form)
  const nonce = form.nonce === undefined ? '' : ` nonce="${escaped(form.nonce)}"`
  return [
    `<form id="florin-checkout" action="${escaped(formAction(form))}" method="post" accept-charset="UTF-8">`,
    `<input type="hidden" name="jsonRequest" value="${escaped(jsonRequest)}">`,
    `<input type="hidden" name="checksum" value="${escaped(checksum)}">`,
    `<button type="submit">${escaped(form.buttonLabel ?? 'Continue to payment')}</button>`,
    '</form>',
    ...(form.autoSubmit ? [`<script${nonce}>${autoSubmitScript}</script>`] : []),
  ].join('\n')
}

function formAction({ checkoutUrl, language }: CheckoutForm): string {
  const url = new URL(checkoutUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('The checkout address is not a web address')
  if (language) url.searchParams.set('lang', language)
  return url.href
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
