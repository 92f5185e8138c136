import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  site_not_found: ['invalid', 'siteId or publicKey must name a site of this installation; it names none.'],
  site_inactive: ['invalid', 'The site {siteId} is switched off and takes no payments.'],
  invalid_checksum: [
    'invalid',
    'checksum must be the base64 of the HMAC-SHA512 of the JSON text (the very bytes that jsonRequest holds), keyed with the private key of site {siteId}; it is not.',
  ],
  order_differs: [
    'invalid',
    'order.orderId {orderId} was used before, on other terms (amount, currency, type, mode, interval, trial, first bill date) or for another customer; send the same order again to show it, or a new orderId for a new order.',
  ],
})
