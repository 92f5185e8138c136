import { iso31661 } from 'iso-3166'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { formatText } from './format-message.ts'
import { isRightToLeft, type Language } from './language.ts'
import type { Plural } from './messages.ts'

/** How a language writes money, numbers, dates and plurals. */
export type Formatters = {
  language: Language
  direction: 'ltr' | 'rtl'
  /** The exact amount; no step of it is a floating-point number. */
  money(amount: Money): string
  /** A decimal text such as "2.5". A text that is not a decimal is returned unchanged. */
  decimal(text: string): string
  percent(text: string): string
  date(day: Temporal.PlainDate): string
  dateTime(at: Temporal.ZonedDateTime): string
  /** A time to wait, rounded up: in seconds, from two minutes on in minutes, and from two hours on in hours. */
  wait(seconds: number): string
  /** The form for a count, with `{count}` filled in. */
  plural(count: number, forms: Plural): string
  /** All countries by their ISO 3166-1 codes, in the order of their names. */
  countries(): readonly { value: string; text: string }[]
}

/** The formatters of a language. Making them takes milliseconds, so each language's are made once. */
export function formattersOf(language: Language): Formatters {
  const known = formattersByLanguage.get(language) ?? createFormatters(language)
  formattersByLanguage.set(language, known)
  return known
}
const formattersByLanguage = new Map<Language, Formatters>()

/** European English: day before month, and "US$" where "$" would be ambiguous. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

function createFormatters(language: Language): Formatters {
  const locale = localeOf(language)
  const plurals = new Intl.PluralRules(locale)
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const percents = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 20 })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  let countries: ReturnType<Formatters['countries']> | undefined
  const times = new Map<string, Intl.DateTimeFormat>()
  const timesIn = (timeZone: string): Intl.DateTimeFormat => {
    const format =
      times.get(timeZone) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
    times.set(timeZone, format)
    return format
  }
  const amounts = new Map<Currency, Intl.NumberFormat>()
  const amountsIn = (currency: Currency): Intl.NumberFormat => {
    const format = amounts.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
    amounts.set(currency, format)
    return format
  }
  return {
    language,
    direction: isRightToLeft(language) ? 'rtl' : 'ltr',
    money: (amount) => written(amountsIn(amount.currency), formatMoney(amount)),
    decimal: (text) => written(decimals, text),
    percent: (text) => written(percents, text),
    // Of a moment it takes a twentieth of the time that it takes of a PlainDate (Node 26).
    date: (day) => days.format(day.toZonedDateTime('UTC').epochMilliseconds),
    dateTime: (at) => timesIn(at.timeZoneId).format(at.epochMilliseconds),
    wait: (seconds) => waitIn(locale, seconds),
    plural: (count, forms) => formatText(forms[plurals.select(count)] ?? forms.other, { count }),
    countries: () => {
      countries ??= countriesIn(locale)
      return countries
    },
  }
}

function waitIn(locale: string, seconds: number): string {
  const [unit, each] =
    seconds < 120 ? (['second', 1] as const) : seconds < 7_200 ? (['minute', 60] as const) : (['hour', 3_600] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / each))
}

function countriesIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return iso31661
    .map(({ alpha2 }) => ({ value: alpha2, text: names.of(alpha2) ?? alpha2 }))
    .toSorted((a, b) => compare(a.text, b.text))
}

/** A number format takes a decimal text exactly, where a number would have been rounded. */
function written(format: Intl.NumberFormat, text: string): string {
  return isDecimal(text) ? format.format(text) : text
}
const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)
