import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  session_not_found: ['not_found', 'There is no such session.'],
  payment_not_recoverable: ['conflict', 'Only a declined payment of a purchase can be paid by a link: {why}.'],
  order_already_paid: ['conflict', 'The order is paid, or its amount is reserved: it must not be paid again.'],
  recovery_link_removed: ['conflict', 'The link that recovered this payment was removed for good.'],
  recovery_link_not_open: [
    'conflict',
    'The link of this payment is not sent, since nothing can be paid by it now: it is {state}. Look at the link.',
  ],
  no_address: ['invalid', 'The customer has no e-mail address that can be used, or no emails are sent here.'],
  session_not_open: ['conflict', 'Only a page that waits for a payment can be ended; this one is {state}.'],
  site_not_found: ['invalid', 'siteId or publicKey must name a site of this installation; it names none.'],
  signer_not_found: [
    'invalid',
    'siteId is missing, and the request was not signed with the private key of a merchant that has one site only; send siteId, and compare the key.',
  ],
  site_required: [
    'invalid',
    'siteId must be sent: there are too many sites here, or the request is too long, to look for the one that signed it.',
  ],
  site_inactive: [
    'invalid',
    'The site {siteId} takes no payments: it is switched off, a test site in production, a live site in staging, or its merchant is closed.',
  ],
  invalid_checksum: [
    'invalid',
    'checksum must be the base64 of the HMAC-SHA512 of the JSON text (the very bytes that jsonRequest holds), keyed with the private key of site {siteId}; it is not.',
  ],
  card_not_found: ['invalid', 'cardId must be a stored card of this customer; leave it out to let them choose.'],
  order_differs: [
    'invalid',
    'order.orderId {orderId} was used before, on other terms (amount, currency, type, mode, interval, trial, first bill date) or for another customer; send the same order again to show it, or a new orderId for a new order.',
  ],
})
