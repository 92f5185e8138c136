import { isJsonObject, type JsonValue, NumberText } from '#kernel/base/json.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'
import type { Problem } from './request.ts'

/**
 * One place in a request that is being read: its path as the store wrote it, and what stands there.
 *
 * Reading never stops at the first mistake. A reader complains to its field and gives undefined; whoever puts the parts
 * together gives undefined too when a part that must be there is not, since a complaint about it exists by then.
 */
export class Field {
  readonly path: string
  /** Undefined when the store did not say: nothing, null and empty text are the same. */
  readonly value: JsonValue | undefined
  /** The value as it was sent. */
  readonly sent: JsonValue | undefined
  readonly #heard: Complaints

  constructor(path: string, sent: JsonValue | undefined, heard: Complaints) {
    this.path = path
    this.sent = sent
    this.value = sent === null || sent === '' ? undefined : sent
    this.#heard = heard
  }

  /** A property; absent when this is no object. */
  get(name: string): Field {
    const value = isJsonObject(this.value) ? this.value[name] : undefined
    return new Field(this.path === '' ? name : `${this.path}.${name}`, value, this.#heard)
  }

  /** The entries; none when this is no list. */
  entries(): readonly Field[] {
    if (!isList(this.value)) return []
    return this.value.map((entry, index) => new Field(`${this.path}[${index}]`, entry, this.#heard))
  }

  /** The same place with another value in it: trimmed, or decoded. */
  replaced(value: JsonValue | undefined): Field {
    return new Field(this.path, value, this.#heard)
  }

  get present(): boolean {
    return this.value !== undefined
  }

  /** Complains; always gives undefined, so that a reader can return it. */
  refuse(rule: string): undefined {
    this.#heard.refuse({ field: this.path, rule })
  }

  /** Complains that this must be something else than what it is. */
  mustBe(what: string): undefined {
    return this.refuse(this.present ? `must be ${what}; it is ${shown(this.value)}` : `is required: ${what}`)
  }

  /** Tells the developer that this is accepted and makes no difference. */
  note(rule: string): void {
    this.#heard.note({ field: this.path, rule })
  }
}

/** What was found wrong, and what was found odd, in the order of reading. Both lists end at a limit. */
export class Complaints {
  readonly problems: Problem[] = []
  readonly notes: Problem[] = []
  refuse(problem: Problem): void {
    if (this.problems.length < problemsMax) this.problems.push(problem)
  }
  note(problem: Problem): void {
    if (this.notes.length < problemsMax) this.notes.push(problem)
  }
}
const problemsMax = 100

type Reader<T> = (field: Field) => T | undefined

/** Reads a field that must be there; `what` says what to send. */
export function required<T>(field: Field, what: string, read: Reader<T>): T | undefined {
  return field.present ? read(field) : field.mustBe(what)
}

/** Reads a list whose every entry must be readable. Undefined when it is absent or wrong. */
export function listOf<T>(
  field: Field,
  { what, entriesMax }: { what: string; entriesMax: number },
  read: Reader<T>,
): T[] | undefined {
  if (!field.present) return undefined
  if (!isList(field.value)) return field.mustBe(`a list of ${what}`)
  if (field.value.length > entriesMax)
    return field.refuse(`may have at most ${entriesMax} entries; it has ${field.value.length}`)
  const entries = field.entries().map((entry) => required(entry, `an entry of a list of ${what}`, read))
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

/**
 * Whether the object is there at all. An empty object says nothing, and neither does an empty list, which is how PHP
 * writes an empty object.
 */
export function hasObject(field: Field): boolean {
  if (isJsonObject(field.value)) return Object.keys(field.value).length > 0
  if (field.present && !(isList(field.value) && field.value.length === 0)) field.mustBe('an object')
  return false
}

export type TextRule = {
  /** In characters, not bytes. */
  max: number
  min?: number
  pattern?: RegExp
  /** What to send, in words. */
  what: string
  /** Line breaks and tabs are welcome. */
  lines?: boolean
}

/** Text. A number counts as its own digits: plugins send identifiers and postal codes as numbers. */
export function text(rule: TextRule): Reader<string> {
  return (field) => {
    const read = plainText(field)
    if (read === undefined) return field.present ? field.mustBe(rule.what) : undefined
    const length = [...read].length
    if (length > rule.max) return field.refuse(`may have at most ${rule.max} characters; it has ${length}`)
    if (length < (rule.min ?? 0)) return field.refuse(`must have at least ${rule.min} characters; it has ${length}`)
    if (!isClean(read, rule.lines ?? false)) return field.refuse('must not contain control characters')
    return rule.pattern && !rule.pattern.test(read) ? field.mustBe(rule.what) : read
  }
}

/** The text as it was written, or the digits of a number. */
export const plainText = ({ value }: Field): string | undefined =>
  typeof value === 'string' ? value : value instanceof NumberText ? value.text : undefined

function isClean(value: string, lines: boolean): boolean {
  return isStorable(value) && !(lines ? controlsButLines : controls).test(value)
}
/** PostgreSQL keeps neither a zero character nor half of a surrogate pair. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')
const controls = /\p{Cc}/u
const controlsButLines = /(?![\t\n\r])\p{Cc}/u

export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  return (field) => {
    const found = choices.find((choice) => choice === field.value)
    return found ?? (field.present ? field.mustBe(`one of ${choices.join(', ')}`) : undefined)
  }
}

/** A whole number in decimal digits, as a number or as text. `3.0` is how some languages write 3. */
export function wholeNumber({ min, max }: { min: number; max: number }): Reader<number> {
  return (field) => {
    const read = plainText(field)
    const number = read !== undefined && /^-?\d{1,11}(?:\.0{1,9})?$/.test(read) ? Number(read) : Number.NaN
    if (number >= min && number <= max) return number
    return field.present ? field.mustBe(`a whole number from ${min} to ${max}`) : undefined
  }
}

/** Yes or no, in any of the ways that clients say it. */
export function yesOrNo(field: Field): boolean | undefined {
  const said = typeof field.value === 'boolean' ? String(field.value) : plainText(field)?.toLowerCase()
  if (said !== undefined && yes.includes(said)) return true
  if (said !== undefined && no.includes(said)) return false
  return field.present ? field.mustBe('true or false') : undefined
}
const yes = ['true', '1', 'yes']
const no = ['false', '0', 'no']

/** An address one could write to; whether anybody reads it, only a letter can tell. */
export function email(max: number): Reader<string> {
  const read = text({ max, what: 'an e-mail address, such as ana@example.com', pattern: emailPattern })
  return (field) => read(typeof field.value === 'string' ? field.replaced(field.value.trim()) : field)
}
const emailPattern = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]+$/

/** A value as a message may show it: short, and with anything that could be a card number masked. */
export function shown(value: JsonValue | undefined): string {
  if (value instanceof NumberText) return shortened(value.text)
  if (typeof value === 'string') return JSON.stringify(shortened(value))
  if (isList(value)) return 'a list'
  return isJsonObject(value) ? 'an object' : String(value)
}

function shortened(value: string): string {
  const masked = maskCardNumbers(value)
  return masked.length > shownMax ? `${masked.slice(0, shownMax)}…` : masked
}
const shownMax = 60

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)
