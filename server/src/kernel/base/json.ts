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
const mark = randomBytes(12).toString('hex')
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const beforeColon = /[\t\n\r ]*:/y

function withMarkedNumbers(text: string): string {
  const pieces: string[] = []
  let copied = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) index = endOfText(text, index)
    if (character !== minus && !(character >= zero && character <= nine)) continue
    numberToken.lastIndex = index
    const found = numberToken.exec(text)?.[0]
    if (found === undefined) continue
    beforeColon.lastIndex = index + found.length
    if (beforeColon.test(text)) throw new SyntaxError(`a name is written as a number at position ${index}`)
    pieces.push(text.slice(copied, index), `"${mark}${found}"`)
    copied = index + found.length
    index = copied - 1
  }
  return pieces.length === 0 ? text : `${pieces.join('')}${text.slice(copied)}`
}
const [minus, zero, nine] = [0x2d, 0x30, 0x39]

function restored(value: unknown): JsonValue {
  if (typeof value === 'string') return value.startsWith(mark) ? new NumberText(value.slice(mark.length)) : value
  if (typeof value !== 'object' || value === null) return value as JsonValue
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

/** JSON as `JSON.stringify` writes it, except that bigints and `NumberText` are numbers with their own digits. */
export const writeJson = (value: unknown): string => JSON.stringify(value, ownDigits)

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
