import { isJsonObject, type JsonValue } from '#kernel/base/json.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BrokenRule } from '#kernel/base/refusal.ts'
import * as read from './read.ts'
import { type Moment, moment as readMoment } from './read-time.ts'

/**
 * One place in a form that is being read: its path as the sender wrote it, and what stands there. The readers of
 * `read.ts` for whole forms, whose sender wants to see everything that is wrong with them at once.
 *
 * Reading never stops at the first mistake. A reader complains to its field and returns undefined; the reader of the
 * whole returns undefined too when a required part is missing, since a complaint about it exists by then.
 */
export class Field {
  readonly path: string
  /** Undefined when the field was left out: nothing, null and empty text are the same. */
  readonly value: JsonValue | undefined
  /** The value as it was sent. */
  readonly sent: JsonValue | undefined
  readonly #complaints: Complaints

  constructor(path: string, sent: JsonValue | undefined, complaints: Complaints) {
    this.path = path
    this.sent = sent
    this.value = read.isMissing(sent) ? undefined : sent
    this.#complaints = complaints
  }

  /** A property; absent when this is no object. */
  get(name: string): Field {
    const value = isJsonObject(this.value) ? this.value[name] : undefined
    return new Field(this.path === '' ? name : `${this.path}.${name}`, value, this.#complaints)
  }

  /** The entries; none when this is no list. */
  entries(): readonly Field[] {
    if (!isList(this.value)) return []
    return this.value.map((entry, index) => new Field(`${this.path}[${index}]`, entry, this.#complaints))
  }

  /** The same place with another value in it: trimmed, or decoded. */
  replaced(value: JsonValue | undefined): Field {
    return new Field(this.path, value, this.#complaints)
  }

  get present(): boolean {
    return this.value !== undefined
  }

  /** Complains; always returns undefined, so that a reader can return it. */
  refuse(rule: string): undefined {
    this.#complaints.refuse({ field: this.path, rule })
  }

  /** Complains that this must be something else than what it is. */
  mustBe(what: string): undefined {
    return this.refuse(this.present ? `must be ${what}; it is ${read.shown(this.value)}` : `is required: ${what}`)
  }

  /** Tells the sender that this is accepted and makes no difference. */
  note(rule: string): void {
    this.#complaints.note({ field: this.path, rule })
  }
}

/** What is wrong, and what is odd, in the order of reading. Both lists end at a limit. */
export class Complaints {
  readonly problems: BrokenRule[] = []
  readonly notes: BrokenRule[] = []
  refuse(problem: BrokenRule): void {
    if (this.problems.length < problemsMax) this.problems.push(problem)
  }
  note(problem: BrokenRule): void {
    if (this.notes.length < problemsMax) this.notes.push(problem)
  }
}
const problemsMax = 100

type FieldReader<T> = (field: Field) => T | undefined

/** Reads a field that must be there; `what` says what to send. */
export function required<T>(field: Field, what: string, reader: FieldReader<T>): T | undefined {
  return field.present ? reader(field) : field.mustBe(what)
}

/** A reader of `read.ts` that complains in the words of forms. */
const of =
  <T>({ what, read: readValue }: read.Reader<T>): FieldReader<T> =>
  (field) => {
    if (!field.present) return undefined
    const value = readValue(field.value)
    return value instanceof read.Fault ? complain(field, value, what.form) : value
  }

function complain(field: Field, { rule, limit, has }: read.Fault, what: string): undefined {
  switch (rule) {
    case 'wrong':
      return field.mustBe(what)
    case 'too_long':
      return field.refuse(`may have at most ${limit} characters; it has ${has}`)
    case 'too_short':
      return field.refuse(`must have at least ${limit} characters; it has ${has}`)
    case 'control_characters':
      return field.refuse('must not contain control characters')
    default:
      return rule satisfies never
  }
}

export const text = (rule: read.TextRule): FieldReader<string> => of(read.text(rule))
export const email = (max: number): FieldReader<string> => of(read.email(max))
export const wholeNumber = (range: { min: number; max: number }): FieldReader<number> => of(read.wholeNumber(range))
export const oneOf = <const T extends string>(choices: readonly T[]): FieldReader<T> => of(read.oneOf(choices))
export const yesOrNo: FieldReader<boolean> = of(read.yesNo)

/** The text as it was written, or the digits of a number. */
export const plainText = ({ value }: Field): string | undefined => read.textOf(value)

/** Money of zero or more. */
export const amount = (field: Field, currency: Currency): Money | undefined =>
  read.readMoney(field.value, currency, { zeros: true }) ??
  field.mustBe('a number with at most two decimals, such as 100.00')

/** Money that may be negative, as a discount is. */
export const signedAmount = (field: Field, currency: Currency): Money | undefined =>
  read.readMoney(field.value, currency, { zeros: true, signed: true }) ??
  field.mustBe('a number with at most two decimals, such as 100.00 or, for a discount, -5.00')

/** A date, or a date and time with its offset. */
export function moment(field: Field): Moment | undefined {
  const found = of(readMoment)(field)
  return found && (found.dateOnly || found.hasOffset) ? found : found && field.mustBe(readMoment.what.form)
}

/** Reads a list whose every entry must be readable. Undefined when it is absent or wrong. */
export function listOf<T>(
  field: Field,
  { what, entriesMax }: { what: string; entriesMax: number },
  reader: FieldReader<T>,
): T[] | undefined {
  if (!field.present) return undefined
  if (!isList(field.value)) return field.mustBe(`a list of ${what}`)
  if (field.value.length > entriesMax)
    return field.refuse(`may have at most ${entriesMax} entries; it has ${field.value.length}`)
  const entries = field.entries().map((entry) => required(entry, `an entry of a list of ${what}`, reader))
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

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)
