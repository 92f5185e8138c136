import sax from 'sax'
import { type Asset, isAsset } from '#kernel/base/assets.ts'
import { type JsonObject, type JsonValue, NumberText } from '#kernel/base/json.ts'
import { euro, isRate, NoRates, type QuotedRate } from './port.ts'

/**
 * The daily reference rates of the European Central Bank (eurofxref-daily.xml): a `Cube` with a day, and in it one for
 * each currency. They are published at about 16:00 in Frankfurt. A currency that we do not have is left out.
 */
export function readEcb(xml: string): QuotedRate[] {
  const found: { currency: string; rate: string }[] = []
  let day: string | undefined
  const parser = sax.parser(true, {})
  parser.ondoctype = () => fail('it has a document type')
  parser.onerror = (error) => fail(`it is no XML: ${error.message.split('\n')[0]}`)
  parser.onopentag = ({ name, attributes }) => {
    if (name !== 'Cube') return
    const { time, currency, rate } = attributes as Record<string, string>
    if (time !== undefined) day = time
    if (currency !== undefined && rate !== undefined) found.push({ currency, rate })
  }
  parser.write(xml).close()
  return quoted(found, publishedAt(day))
}

function publishedAt(day: string | undefined): Temporal.Instant {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new NoRates('the rates have no day')
  try {
    return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '16:00' }).toInstant()
  } catch {
    throw new NoRates(`${day} is not a day`)
  }
}

/**
 * `{"base": "EUR", "date": "2026-11-20", "rates": {"USD": 1.0812}}`, as many services reply; `at` with a full time takes
 * the place of `date`. Numbers may be texts. What a euro is worth is stated for every asset; one that we do not have is
 * left out.
 */
export function readJsonRates(json: JsonValue | undefined): QuotedRate[] {
  if (!isObject(json) || json.base !== euro) throw new NoRates('the reply is not an object with the base EUR')
  const { rates } = json
  if (!isObject(rates)) throw new NoRates('the reply has no rates')
  const found = Object.entries(rates)
    .filter(([currency]) => currency !== euro)
    .map(([currency, rate]) => ({ currency, rate: rate instanceof NumberText ? rate.text : String(rate) }))
  return quoted(found, momentOf(json))
}

function momentOf({ at, date }: JsonObject): Temporal.Instant {
  if (typeof at !== 'string') return publishedAt(typeof date === 'string' ? date : undefined)
  try {
    return Temporal.Instant.from(at)
  } catch {
    throw new NoRates(`${at.slice(0, 50)} is not a time`)
  }
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

function quoted(found: readonly { currency: string; rate: string }[], at: Temporal.Instant): QuotedRate[] {
  const rates = new Map<Asset, QuotedRate>()
  for (const { currency, rate } of found) {
    if (!isAsset(currency)) continue
    if (!isRate(rate)) fail(`the rate of ${currency} is ${rate.slice(0, 50)}`)
    if (rates.has(currency)) fail(`${currency} is there twice`)
    rates.set(currency, { base: euro, quote: currency, rate, at })
  }
  if (rates.size === 0) throw new NoRates('there is no rate of any currency in it')
  return [...rates.values()]
}

function fail(why: string): never {
  throw new NoRates(`the rates cannot be read: ${why}`)
}
