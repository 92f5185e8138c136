import type { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import { optional, text } from '#kernel/http/field.ts'
import { refuse } from './refusals.ts'

/** The columns of a file: a text each; a moment is written in the time zone of the file. */
export type Columns<Thing> = Readonly<Record<string, (thing: Thing) => string | Instant | undefined>>

/** Which columns a file has, and in which order. */
export const columnsField = optional(
  text({ max: 2_000, what: 'names of columns of the file, with commas between' }),
).meta({ description: 'Only these columns, in this order: `id,amount,currency`. All of them, if left out.' })

/** Refuses what is no column of the file by name, and says which there are. */
export function chosenColumns<Thing>(all: Columns<Thing>, chosen: string | undefined): Columns<Thing> {
  if (chosen === undefined) return all
  const names = chosen.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !Object.hasOwn(all, name))
  if (unknown.length > 0)
    throw refuse('unknown_columns', {
      field: 'columns',
      named: unknown.map((name) => name.slice(0, 40)).join(', '),
      columns: Object.keys(all).join(', '),
    })
  return Object.fromEntries(names.map((name) => [name, all[name]!]))
}

/**
 * The fields of the entries of a list as columns of a file: `createdAt` is `created_at`, with its offset, and
 * `created_at_utc`; `amount` is there in minor units too.
 */
export function columnsOf<Shape extends z.ZodObject, Thing>(
  { shape }: Shape,
  record: (thing: Thing) => z.output<Shape>,
): Columns<Thing> {
  const fields = Object.keys(shape)
  const fieldOf = (thing: Thing, field: string) => (record(thing) as Record<string, unknown>)[field]
  const columns = fields.flatMap((field): [string, Columns<Thing>[string]][] => {
    const name = snake(field)
    const own: [string, Columns<Thing>[string]] = [name, (thing) => shown(fieldOf(thing, field))]
    if (field === 'createdAt') return [own, [`${name}_utc`, (thing) => plain(fieldOf(thing, field))]]
    if (field !== 'amount' || !fields.includes('currency')) return [own]
    return [own, ['amount_minor', (thing) => minorOf(fieldOf(thing, 'amount'), fieldOf(thing, 'currency'))]]
  })
  return Object.fromEntries(columns)
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const shown = (value: unknown): string | Instant | undefined =>
  typeof value === 'string' && moment.test(value) ? Temporal.Instant.from(value) : plain(value)
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function plain(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const minorOf = (amount: unknown, currency: unknown): string | undefined =>
  typeof amount === 'string' && typeof currency === 'string'
    ? parseMoney(amount.replace(/^-/, ''), currency as Currency)?.minor.toString()
    : undefined
