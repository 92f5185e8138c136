import { type WireAmount, wireUnits } from '../wire-units.ts'

export type AdyenAmount = WireAmount<'adyen'>

/**
 * The currencies of Adyen and how it counts them (docs.adyen.com/development-resources/currency-codes, read in November
 * 2026; "differs from standard" are CLP, CVE, IDR and ISK). Reports have decimal text instead, which is read as money.
 */
export const adyenUnits = wireUnits('adyen', [
  { decimals: 0, codes: 'CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF' },
  {
    decimals: 2,
    codes: [
      'AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CUP CZK DKK',
      'DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ILS INR ISK JMD KES KGS KHR KYD KZT LAK',
      'LKR MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON',
      'RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SVC SZL THB TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER',
      'ZAR ZMW',
    ].join(' '),
  },
  { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
])
