import { iso31661 } from 'iso-3166'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { isRightToLeft, messagesOf } from './language.ts'
import type { Messages, Plural } from './languages/messages.ts'
import type { Interval, Language } from './page-layout.ts'

/** One language as it is spoken on the pages: its words, and how it writes money, numbers and dates. */
export type I18n = {
  language: Language
  direction: 'ltr' | 'rtl'
  messages: Messages
  /** The exact amount; no step of it is a floating-point number. */
  money(amount: Money): string
  /** A decimal text such as "2.5". A text that is not one is given back as it is. */
  decimal(text: string): string
  percent(text: string): string
  date(day: Temporal.PlainDate): string
  dateTime(at: Temporal.ZonedDateTime): string
  plural(count: number, forms: Plural): string
  /** "every month", "every 3 months". */
  every(interval: Interval): string
  /** All countries by their ISO 3166-1 codes, in the order of their names. */
  countries(): readonly { value: string; text: string }[]
}

/** The voice of a language. Making one takes milliseconds, so each is made once. */
export function i18nOf(language: Language): I18n {
  const known = i18nByLanguage.get(language) ?? createI18n(language)
  i18nByLanguage.set(language, known)
  return known
}
const i18nByLanguage = new Map<Language, I18n>()

/**
 * A sentence with its gaps filled. Money, dates and names are isolated, so that a Latin name does not turn the
 * order of a Hebrew sentence.
 */
export function format(sentence: string, values: Readonly<Record<string, HtmlPart>>): Html {
  const parts = sentence.split(/\{(\w+)\}/)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<bdi>${values[part]}</bdi>`))}`
}

/** The same as plain text, for titles and attributes. */
export function formatPlain(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** English is the Europeans' one: day before month, and "US$" where "$" could be anybody's. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

function createI18n(language: Language): I18n {
  const locale = localeOf(language)
  const messages = messagesOf[language]
  const plurals = new Intl.PluralRules(locale)
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const percents = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 20 })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  let countries: ReturnType<I18n['countries']> | undefined
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
  const plural = (count: number, forms: Plural): string =>
    formatPlain(forms[plurals.select(count)] ?? forms.other, { count })
  return {
    language,
    direction: isRightToLeft(language) ? 'rtl' : 'ltr',
    messages,
    money: (amount) => written(amountsIn(amount.currency), formatMoney(amount)),
    decimal: (text) => written(decimals, text),
    percent: (text) => written(percents, text),
    date: (day) => days.format(day),
    dateTime: (at) => timesIn(at.timeZoneId).format(at.epochMilliseconds),
    plural,
    every: ({ type, value }) => {
      if (value === 1) return type === 'day' ? messages.everyDay : messages.everyMonth
      return plural(value, type === 'day' ? messages.everyDays : messages.everyMonths)
    },
    countries: () => {
      countries ??= countriesIn(locale)
      return countries
    },
  }
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
