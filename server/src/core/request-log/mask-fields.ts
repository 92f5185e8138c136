import { NumberText } from '#kernel/base/json.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import {
  type ConcernedKind,
  isName,
  kindsOfIds,
  mayBeKept,
  mayBeKeptAsSent,
  sentences,
  withoutNumbers,
} from './shown-fields.ts'

/** What is written in place of a value that is not kept. */
export const hidden = '[hidden]'
/** What stands at the end of a text that was cut. */
export const cutMark = '… (cut)'

/** What one exchange has shown so far: the request is read first, then its reply. */
export type Exchange = {
  /** What `id` means in it. */
  kind: ConcernedKind | undefined
  /** Names that mean those of other fields in it: in the form of a store `orderId` is the store's own. */
  meant?: Readonly<Record<string, string>> | undefined
  /** `order:1017`, in the order of their appearance. */
  concerns: Set<string>
  /** Values that were hidden, so that no sentence of the reply quotes them. */
  unsaid: Set<string>
}

type Side = 'request' | 'reply'

/**
 * The fields of a body as JSON, with every value hidden that may not be kept (`shown-fields.ts`), in at most `bytesMax`
 * bytes. What is longer is cut with a mark; it is not read further than that.
 */
export function maskFields(
  value: unknown,
  exchange: Exchange,
  { side, bytesMax }: { side: Side; bytesMax: number },
): string {
  const writer = new MaskedText(exchange, side, bytesMax)
  writer.value(value, '', 0)
  // Each value was looked at, and between two fields stands a name; but values of a list could make a number together.
  return cut(writer.hasLists ? withoutNumbers(writer.text) : writer.text, bytesMax)
}

/** A sentence of ours, without the values of the request that it quotes. */
export function maskSentence(text: string, { unsaid }: Pick<Exchange, 'unsaid'>): string {
  let masked = text.replace(/; it is .*$/s, '')
  if (masked.length > quoteMin) for (const value of unsaid) masked = masked.replaceAll(value, hidden)
  const short = masked.slice(0, sentenceMax).replaceAll(/[\w+/=.-]{28,}|\d{13,}/g, keyAsHidden)
  return maskNumbersInText(short.replaceAll(/\p{Cc}/gu, ' '))
}
const keyAsHidden = (run: string): string => (uuid.test(run) ? run : hidden)
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const sentenceMax = 400
const quoteMin = 12

/** A value was hidden: no sentence may quote it. */
export function leaveUnsaid({ unsaid }: Pick<Exchange, 'unsaid'>, text: string): void {
  if (unsaid.size < unsaidMax && isTelling(text)) unsaid.add(text)
}

/** Whether a value that was hidden would be known again in a sentence. A word or a short number would only be taken out of others. */
const isTelling = (text: string): boolean =>
  text.length >= 3 && text.length <= 200 && (/\d/.test(text) || text.length > 7)
const unsaidMax = 40
const concernsMax = 12
const entriesMax = 20
const nestingMax = 8

class MaskedText {
  text = ''
  hasLists = false
  readonly #exchange: Exchange
  readonly #side: Side
  readonly #charactersMax: number
  #lists = 0

  constructor(exchange: Exchange, side: Side, charactersMax: number) {
    this.#exchange = exchange
    this.#side = side
    this.#charactersMax = charactersMax
  }

  value(value: unknown, name: string, depth: number): void {
    if (this.text.length > this.#charactersMax) return
    if (value === null || value === undefined) this.text += 'null'
    else if (typeof value !== 'object' || value instanceof NumberText) this.#scalar(value, name, depth)
    else if (depth >= nestingMax) this.text += `"${hidden}"`
    else if (Array.isArray(value)) this.#list(value, name, depth)
    else this.#fields(value as Readonly<Record<string, unknown>>, depth)
  }

  #scalar(value: unknown, name: string, depth: number): void {
    const text = String(value)
    if (text === '') this.text += '""'
    else if ((this.#side === 'request' ? mayBeKeptAsSent : mayBeKept)(name, text)) {
      // Every shape is made of signs that JSON writes as they are.
      this.text += typeof value === 'string' ? `"${text}"` : text
      this.#concern(name, text, depth)
    } else if (this.#side === 'reply' && sentences.has(name)) {
      this.text += JSON.stringify(maskSentence(text, this.#exchange))
    } else {
      this.text += `"${hidden}"`
      leaveUnsaid(this.#exchange, text)
    }
  }

  #list(values: readonly unknown[], name: string, depth: number): void {
    this.text += '['
    this.#lists++
    this.hasLists ||= values.length > 1
    const most = Math.min(values.length, entriesMax)
    for (let index = 0; index < most; index++) {
      if (index > 0) this.text += ','
      this.value(values[index], name, depth + 1)
    }
    this.#lists--
    this.text += values.length > most ? `,"… ${values.length - most} more"]` : ']'
  }

  #fields(fields: Readonly<Record<string, unknown>>, depth: number): void {
    this.text += '{'
    const { meant } = this.#exchange
    let isFirst = true
    for (const name of Object.keys(fields)) {
      if (this.text.length > this.#charactersMax) break
      if (!isFirst) this.text += ','
      isFirst = false
      this.text += isName(name) ? `"${name}":` : '"[field]":'
      this.value(fields[name], meant?.[name] ?? name, depth + 1)
    }
    this.text += '}'
  }

  /** Entries of a list are not what a request is about. */
  #concern(name: string, text: string, depth: number): void {
    if (this.#lists > 0 || depth > 3) return
    const kind = name === 'id' ? this.#exchange.kind : kindsOfIds[name]
    if (kind) concern(this.#exchange, kind, text)
  }
}

export function concern({ concerns }: Exchange, kind: ConcernedKind, id: string): void {
  if (concerns.size < concernsMax) concerns.add(`${kind}:${id}`)
}

function cut(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return text
  const kept = Buffer.from(text).subarray(0, bytesMax - Buffer.byteLength(cutMark))
  return `${kept.toString().replace(/\uFFFD+$/, '')}${cutMark}`
}
