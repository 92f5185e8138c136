import { randomBytes } from 'node:crypto'

/** A number as it was written, so that money is parsed from its own digits and never from a float. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type JsonValue = string | boolean | null | NumberText | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

/**
 * Parses JSON and keeps every number's own text. Throws `SyntaxError` as JSON.parse does.
 *
 * Numbers are made texts with a mark before the parse and `NumberText` after it. `JSON.parse` with a function that
 * receives each number's source does the same in a hundred times the time, which one caller could use against all others.
 */
export const parseJsonExactly = (text: string): JsonValue => restored(JSON.parse(withMarkedNumbers(text)))

/** Nobody outside can write a text that begins with it. */
const mark = randomBytes(12).toString('base64url')

function withMarkedNumbers(text: string): string {
  let marked = ''
  let copied = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) index = endOfText(text, index)
    else if (character === minus || isDigit(character)) {
      const end = endOfNumber(text, index)
      if (end === index) continue
      if (isName(text, end)) throw new SyntaxError(`a name is written as a number at position ${index}`)
      marked += `${text.slice(copied, index)}"${mark}${text.slice(index, end)}"`
      copied = end
      index = end - 1
    }
  }
  return copied === 0 ? text : marked + text.slice(copied)
}
const [minus, plus, point, zero, nine, colon] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x3a]

/**
 * The index behind the number of JSON that begins at `start`, or `start` itself where none does. By hand, since a pattern
 * takes three times as long, and one body may have ten thousand numbers.
 */
function endOfNumber(text: string, start: number): number {
  const first = text.charCodeAt(start) === minus ? start + 1 : start
  const whole = text.charCodeAt(first) === zero ? first + 1 : endOfDigits(text, first)
  if (whole === first) return start
  const decimals = text.charCodeAt(whole) === point ? endOfDigits(text, whole + 1) : 0
  const end = decimals > whole + 1 ? decimals : whole
  if ((text.charCodeAt(end) | lowerCase) !== exponentSign) return end
  const sign = text.charCodeAt(end + 1)
  const exponent = sign === minus || sign === plus ? end + 2 : end + 1
  const last = endOfDigits(text, exponent)
  return last > exponent ? last : end
}
const [exponentSign, lowerCase] = [0x65, 0x20]

const isDigit = (character: number): boolean => character >= zero && character <= nine

function endOfDigits(text: string, start: number): number {
  let index = start
  while (isDigit(text.charCodeAt(index))) index++
  return index
}

/** Whether a colon follows, behind any white space of JSON. */
function isName(text: string, start: number): boolean {
  let index = start
  for (;;) {
    const character = text.charCodeAt(index++)
    if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return character === colon
  }
}

function restored(value: unknown): JsonValue {
  if (typeof value === 'string') return value.startsWith(mark) ? new NumberText(value.slice(mark.length)) : value
  if (typeof value !== 'object' || value === null) return value as JsonValue
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = restored(value[index])
    return value
  }
  const parts = value as Record<string, unknown>
  for (const name of Object.keys(parts)) parts[name] = restored(parts[name])
  return parts as JsonObject
}

/** What a text from outside may make this process build. */
export type JsonLimits = { valuesMax: number; nestingMax: number }

/** Far above what any request has: five hundred items with every field are some 5,000 values. */
export const requestLimits: JsonLimits = { valuesMax: 10_000, nestingMax: 32 }

/**
 * Whether the text stays within the limits, before it is parsed: parsing recurses, and keeping each number's digits costs
 * a call for each value. A walk over the characters: a pattern would be quadratic on unfinished text.
 */
export function isWithin(text: string, { valuesMax, nestingMax }: JsonLimits): boolean {
  let [depth, values] = [0, 1]
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) {
      index = endOfText(text, index)
    } else if (character === openBrace || character === openBracket) {
      if (++depth > nestingMax || ++values > valuesMax) return false
    } else if (character === closeBrace || character === closeBracket) {
      depth--
    } else if (character === comma && ++values > valuesMax) {
      return false
    }
  }
  return true
}
const [quote, comma, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const backslash = 0x5c

/** The index of the quotation mark that ends the text beginning at `start`, or of the last character. */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === backslash) index++
    else if (character === quote) return index
  }
  return text.length
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

/**
 * JSON as `JSON.stringify` writes it, except that bigints and `NumberText` are numbers with their own digits. `replaced` says
 * what is written in place of a value.
 */
export const writeJson = (value: unknown, replaced?: Replaced): string =>
  JSON.stringify(
    value,
    replaced
      ? function (this: Record<string, unknown>, name, written: unknown) {
          const other = replaced(name, this[name], this)
          return ownDigits(name, other === this[name] ? written : other)
        }
      : ownDigits,
  )
type Replaced = (name: string, value: unknown, holder: object) => unknown

function ownDigits(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(value.toString())
  return value instanceof NumberText ? JSON.rawJSON(value.text) : value
}

declare global {
  interface JSON {
    /** A value that `stringify` writes with these very digits. The compiler's library does not list it yet. */
    rawJSON(text: string): { readonly rawJSON: string }
  }
}

/** The elements of an array that is written part by part: the text of each part, which may be empty, with the comma before it. */
export function jsonElements(): (elements: readonly unknown[]) => string {
  let comma = ''
  return (elements) => {
    if (elements.length === 0) return ''
    const text = `${comma}${elements.map((one) => writeJson(one)).join(',')}`
    comma = ','
    return text
  }
}
