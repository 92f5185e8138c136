import { invalid } from './errors.ts'

/*
 * How the API counts, as docs.stripe.com/currencies says it (read in November 2026). It is written down here once more, for
 * the emulator alone: with the connector's own table, a mistake in it would be on both sides.
 */

/** "the charge and the amount are the same, without requiring multiplication" */
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
/** "the API calls require the least-significant (last) digit to be 0" */
const threeDecimal = 'bhd jod kwd omr tnd'.split(' ')
/** "represent it as a two-decimal value, where the decimal amount is always 00" */
const twoDecimalWhole = 'isk ugx'.split(' ')
/** "two-decimal currencies unless otherwise specified" */
const twoDecimal = [
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve',
  'czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak',
  'lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar',
  'ron rsd rub sar sbd scr sek sgd shp sle sos srd szl thb tjs top try ttd twd tzs uah usd uyu uzs wst xcd xcg yer zar',
  'zmw',
].flatMap((row) => row.split(' '))

/** How many decimals an amount of this currency has; undefined: the API does not take it. */
export function decimalsOf(currency: string): 0 | 2 | 3 | undefined {
  if (zeroDecimal.includes(currency)) return 0
  if (threeDecimal.includes(currency)) return 3
  return twoDecimalWhole.includes(currency) || twoDecimal.includes(currency) ? 2 : undefined
}

/** The smallest charges of the page, in the unit of the API. Of others there is none to speak of. */
const minimums: Readonly<Record<string, number>> = { eur: 50, usd: 50, gbp: 30, chf: 50, ron: 200, ils: 50 }

/** Whether the API takes this amount for a charge. */
export function checkCharge(currency: string, amount: number): void {
  if (decimalsOf(currency) === undefined) throw invalid('currency', 'currency_invalid')
  checkUnit(currency, amount, 'amount')
  if (amount < (minimums[currency] ?? 1)) throw invalid('amount', 'amount_too_small')
  if (amount > 999_999_999_999) throw invalid('amount', 'amount_too_large')
}

const stepOf = (currency: string): number =>
  threeDecimal.includes(currency) ? 10 : twoDecimalWhole.includes(currency) ? 100 : 1

/** A fee of 1.5 % and 0.25, in units that there are. */
export const feeOf = (currency: string, amount: number): number =>
  Math.ceil(((amount * 15) / 1000 + 25) / stepOf(currency)) * stepOf(currency)

/** An amount of this currency in anything that follows a charge. */
export function checkUnit(currency: string, amount: number, param: string): void {
  if (amount % stepOf(currency) !== 0) throw invalid(param, 'parameter_invalid_integer')
}
