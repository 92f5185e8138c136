import { type WireAmount, wireUnits } from '../wire-units.ts'

export type StripeAmount = WireAmount<'stripe'>

/**
 * The currencies of Stripe and how it counts them (docs.stripe.com/currencies, "Zero-decimal currencies", "Three-decimal
 * currencies", "Special cases", read in November 2026). Currencies of ISO 4217 that are not among its presentment
 * currencies are left out.
 */
export const stripeUnits = wireUnits('stripe', [
  { decimals: 0, codes: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF' },
  {
    decimals: 2,
    codes: [
      'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC',
      'CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD',
      'KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP',
      'PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST',
      'XCD XCG YER ZAR ZMW',
    ].join(' '),
  },
  // They have no decimals, and Stripe has kept two for those that were there before: always 00.
  { decimals: 2, step: 100n, codes: 'ISK UGX' },
  // Card networks take two decimals of them: the last digit is 0.
  { decimals: 3, step: 10n, codes: 'BHD JOD KWD OMR TND' },
])
