import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  product_not_found: ['not_found', 'There is no card product {productId}.'],
  programme_partner_not_found: ['not_found', 'There is no partner with this id.'],
  invalid_prefix: [
    'invalid',
    'A prefix has 6 to 14 digits and begins with 2 to 6: the first digits of every card number of the product.',
  ],
  prefix_taken: ['conflict', 'Card numbers with this prefix belong to the card product {productId}.'],
  invalid_card_kind: ['invalid', 'A product issues virtual cards, physical cards, or both.'],
  invalid_months: ['invalid', 'Cards are valid for 1 to 120 months.'],
  invalid_expiry_order: ['invalid', 'The order of the expiry date in CVV2 is YYMM or MMYY.'],
  invalid_service_code: ['invalid', 'A service code has three digits, such as 201.'],
  invalid_currency: ['invalid', 'Name one or more currencies, such as EUR; {currency} is none.'],
  invalid_amount_of: ['invalid', 'Write it as name:currency:amount, such as day:EUR:1000.00, with one of {choices}.'],
  invalid_markup: ['invalid', 'The markup is a percentage with at most two decimals, such as 2.50.'],
  invalid_return_url: [
    'invalid',
    'returnUrl is a web address of at most 1000 characters, such as https://app.example/verified; only a developer’s own machine may use http.',
  ],
  invalid_kyc_valid: ['invalid', 'kycValid is a length of time, such as P1Y or P6M.'],
  topup_site_not_found: ['not_found', 'There is no site {siteId}.'],
  topup_site_of_other_environment: [
    'invalid',
    'Site {siteId} and the partner must both be live, or both be for tests: test cards would pay for real money.',
  ],
  topup_site_not_ready: [
    'invalid',
    'Florin must be notified of all that happens to the payments of topups. Run first: florin site change {siteId} --notification-url {address} --notify-partial-refunds yes --notify-representments yes',
  ],
  invalid_topup_limit: [
    'invalid',
    'Write a limit as status:bound:currency:amount, such as approved:day:EUR:1000.00. The status is approved or in_progress, the bound min, max, day, week or month.',
  ],
  invalid_topup_fee: [
    'invalid',
    'Write a fee as type:currency:percent:fixed, such as fiat:EUR:1.50:0.25. The type is fiat or crypto.',
  ],
  invalid_origin: [
    'invalid',
    'An origin is https:// and a host name, without a path: https://app.example. http is possible for localhost only.',
  ],
  invalid_public_key: ['invalid', 'This is no public RSA key in PEM (BEGIN PUBLIC KEY).'],
  invalid_certificate: ['invalid', 'This is no certificate in PEM (BEGIN CERTIFICATE).'],
})
