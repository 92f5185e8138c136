/**
 * Assets that can be owned and owed: the currencies of ISO 4217 and the coins of some chains, each with its scale,
 * which is its number of decimals. A scale never changes: every amount in the books is counted in it. To add a code,
 * add it to the row of its scale.
 *
 * The scales are those of ISO 4217, which `Intl` does not always follow: it counts the decimals that cash is rounded to
 * (`assets.test.ts` has the list). Funds, metals and test codes of the standard are left out, as they are not used to
 * pay.
 */
const currencyCodes = {
  0: ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  2: [
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC',
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES',
    'KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR',
    'NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT',
    'TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ],
  3: ['BHD IQD JOD KWD LYD OMR TND'],
  4: ['CLF UYW'],
} as const

/** The scale of a coin is that of its chain or of its contract. */
const coinCodes = {
  6: ['TRX USDC USDT XRP'],
  8: ['BCH BTC DOGE LTC'],
  9: ['SOL'],
  18: ['BNB DAI ETH POL'],
} as const

type Words<Text extends string, Found extends string = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Text
type Rows<Table> =
  Table extends Record<number, infer Lists> ? (Lists extends readonly (infer Row)[] ? Row : never) : never

export type CurrencyCode = Words<Rows<typeof currencyCodes> & string>
export type CoinCode = Words<Rows<typeof coinCodes> & string>
/** The code of an asset. Amounts of two assets do not mix. */
export type Asset = CurrencyCode | CoinCode

const scalesOf = (table: Readonly<Record<number, readonly string[]>>): Map<string, number> =>
  new Map(
    Object.entries(table).flatMap(([scale, rows]) =>
      rows.flatMap((row) => row.split(' ').map((code) => [code, Number(scale)] as const)),
    ),
  )

const scales: ReadonlyMap<string, number> = new Map([...scalesOf(currencyCodes), ...scalesOf(coinCodes)])

export const assets: readonly Asset[] = [...scales.keys()] as Asset[]
/** Currencies of ISO 4217, without coins. */
export const isoCurrencies: readonly CurrencyCode[] = [...scalesOf(currencyCodes).keys()] as CurrencyCode[]

/** Coins of chains. */
export const coins: readonly CoinCode[] = [...scalesOf(coinCodes).keys()] as CoinCode[]
export const isCoin = (text: unknown): text is CoinCode => (coins as readonly unknown[]).includes(text)

export const isAsset = (text: unknown): text is Asset => typeof text === 'string' && scales.has(text)

/** How many decimals the asset has: 0 for yen, 2 for euros, 18 for ether. */
export function scaleOf(asset: Asset): number {
  const scale = scales.get(asset)
  if (scale === undefined) throw new TypeError(`${asset} is not a registered asset`)
  return scale
}
