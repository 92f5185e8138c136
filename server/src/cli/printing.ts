import { type Currency, formatMoney, type Money, parseMoney } from '#kernel/base/money.ts'

let asJson = false
/** What was typed with the command, before it runs. */
export const setPrinting = ({ json }: { json: boolean }): void => {
  asJson = json
}

/** Whether `--json` was typed, for what is written part by part. */
export const wantsJson = (): boolean => asJson

/** Prints what a command has found or done: as a text for people, or with `--json` the facts of it, whole. */
export const print = (facts: unknown, text: string): void =>
  console.log(asJson ? JSON.stringify(factsOf(facts), undefined, 2) : text)

/** Prints one of many results that come one after the other: with `--json` each is an object on a line of its own. */
export const printOne = (facts: unknown, text: string): void =>
  console.log(asJson ? JSON.stringify(factsOf(facts)) : text)

/** Says how far a command is; with `--json` that is no part of its result. */
export const printProgress = (text: string): void => (asJson ? console.error(text) : console.log(text))

/** What was asked for waits for another person, and what the two of them do now. */
export const printWaits = (waits: { id: bigint; expiresAt: Temporal.Instant }): void =>
  print(
    { waits },
    `Nothing is done yet: approval ${waits.id} waits until another person approves it, by ${waits.expiresAt}.
florin --as <email> --reason <text> approvals approve ${waits.id}; then repeat this command.`,
  )

/** As the staff API writes it: an amount with its currency, large numbers and moments as text. */
function factsOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(factsOf)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (isMoney(value)) return { amount: formatMoney(value), currency: value.currency }
  if (value instanceof Map) return factsOf(Object.fromEntries(value))
  if (value instanceof Set) return factsOf([...value])
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, factsOf(one)]))
}

const isMoney = (value: object): value is Money =>
  'minor' in value && typeof value.minor === 'bigint' && 'currency' in value && Object.keys(value).length === 2

/** Rows as aligned columns under their headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

/** Rows under a title of their own; empty when there are none. */
export const section = (
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => (rows.length === 0 ? [] : [`${title}\n${table(headings, rows)}`])

type Done = { at: string; actor: string; action: string; reason?: string | undefined; from?: string | undefined }

/** Who did what to a thing. */
export const doneBySection = (audit: readonly Done[]): readonly string[] =>
  section(
    'Done by',
    ['at', 'who', 'what', 'why', 'from'],
    audit.map((one) => [one.at, one.actor, one.action, one.reason ?? '', one.from ?? '']),
  )

/** The amount of `--amount`, in the currency of what it is about. */
export function amountOf(text: string | undefined, currency: Currency): Money | undefined {
  if (text === undefined) return undefined
  const money = parseMoney(text, currency)
  if (!money) throw new Error(`--amount is an amount of ${currency}, such as 9.90; it is "${text}".`)
  return money
}
