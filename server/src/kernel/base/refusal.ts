/**
 * A request we understood and will not carry out.
 * It is thrown before anything is written, so nothing is left half done.
 * A decline is not a refusal: a decline is an outcome, and outcomes are stored and returned.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** Stable, snake_case, documented; clients may branch on it. */
  readonly code: string
  /** Path of the offending field as the caller wrote it (`order.items[2].units`), when one is to blame. */
  readonly field: string | undefined
  /** All that is wrong, when it is more than one thing; the message names the first. */
  readonly problems: readonly BrokenRule[]
  readonly details: Details
  /** What stands in the message in place of its placeholders, for who says it in another language. */
  readonly values: Readonly<Record<string, string>>

  constructor(
    kind: RefusalKind,
    code: string,
    message: string,
    { field, problems, ...details }: RefusalDetails = {},
    values: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.kind = kind
    this.code = code
    this.field = field
    this.problems = problems ?? []
    this.details = details
    this.values = values
  }
}

export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'limit' | 'busy'
export type Details = Readonly<Record<string, unknown>>
/** A field by its path, and what it must be: "must be a list". */
export type BrokenRule = { readonly field: string; readonly rule: string }
type RefusalDetails = Details & { field?: string; problems?: readonly BrokenRule[] }

/**
 * Declares every refusal of one module in one table; returns the only function that creates them.
 * A message may hold `{name}` placeholders, which are filled from the details.
 */
export function refusals<const T extends Record<string, readonly [RefusalKind, string]>>(table: T) {
  return (code: keyof T & string, details: RefusalDetails = {}): Refusal => {
    const [kind, message] = table[code]!
    const values: Record<string, string> = {}
    const text = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      values[name] = String(details[name] ?? '')
      return values[name]
    })
    return new Refusal(kind, code, text, details, values)
  }
}
