import { z } from 'zod'
import { type Db, jsonb } from '#kernel/db.ts'
import { currencies, money } from '#kernel/money.ts'
import { authorizeAnswer, followAnswer } from '../checked-answers.ts'
import type { AuthorizationEntry, BankEntry, Decision, Entry, FollowEntry, SandboxRecord } from './record.ts'

/**
 * The record in the house's own database, in a schema that is the sandbox's alone. It stands for a system outside, so
 * it writes on its own and never together with what the house commits.
 */
export function databaseRecord(db: Db): SandboxRecord {
  const read = async (where: string, values: readonly unknown[]): Promise<Entry[]> => {
    const rows = await db.run(`${selectEntries} ${where} order by authorization_key, step`, values)
    return rows.map((row) => entryRow.parse(row))
  }
  return {
    story: (authorization) => read('where authorization_key = $1', [authorization]),
    find: async (key) => (await read('where key = $1', [key]))[0],
    append: async (entry) => (await db.run(insertEntry, valuesOf(entry))).length === 1,
    everything: () => read('', []),
  }
}

const selectEntries = `
  select key, authorization_key as authorization, step, kind, currency, minor, card_tail as "cardTail", descriptor,
         answer, garbled, next, note, asked_at as "askedAt"
  from sandbox_acquirer.asks`

// Both keys of the table can be in the way: this key was asked before, or this step of the story is taken.
const insertEntry = `
  insert into sandbox_acquirer.asks (key, authorization_key, step, kind, currency, minor, card_tail, descriptor,
                                     answer, garbled, next, note, asked_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict do nothing
  returning step`

function valuesOf(entry: Entry): unknown[] {
  const amount = 'amount' in entry ? entry.amount : undefined
  const { cardTail, descriptor, garbled, next } = 'garbled' in entry ? entry : nothingOfThese
  return [
    entry.key,
    entry.authorization,
    entry.step,
    entry.kind,
    amount?.currency,
    amount?.minor,
    cardTail,
    descriptor,
    jsonb(entry.answer),
    garbled,
    next && jsonb(next),
    entry.note,
    entry.askedAt,
  ]
}
const nothingOfThese = { cardTail: undefined, descriptor: undefined, garbled: false, next: undefined }

const maybe = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value): T | undefined => value ?? undefined)
const maybeText = maybe(z.string())

const decision: z.ZodType<Decision> = z.object({
  answer: authorizeAnswer,
  garbled: z.boolean(),
  next: z.lazy(() => maybe(decision)),
  note: maybeText,
})

const facts = {
  key: z.uuid(),
  authorization: z.uuid(),
  step: z.int(),
  note: maybeText,
  askedAt: z.instanceof(Temporal.Instant),
}
const amountColumns = { currency: z.enum(currencies).nullable(), minor: z.bigint().nullable() }

const authorizationRow = z
  .object({
    ...facts,
    ...amountColumns,
    kind: z.enum(['auth', 'sale', 'verify', 'proceed']),
    cardTail: maybeText,
    descriptor: maybeText,
    answer: authorizeAnswer,
    garbled: z.boolean(),
    next: maybe(decision),
  })
  .transform(
    ({ currency, minor, ...rest }): AuthorizationEntry => ({
      ...rest,
      amount: currency && minor !== null ? money(minor, currency) : undefined,
    }),
  )

const followRow = z
  .object({
    ...facts,
    kind: z.enum(['capture', 'reverse', 'refund']),
    currency: z.enum(currencies),
    minor: z.bigint(),
    answer: followAnswer,
  })
  .transform(({ currency, minor, ...rest }): FollowEntry => ({ ...rest, amount: money(minor, currency) }))

const bankRow: z.ZodType<BankEntry> = z.object({
  ...facts,
  kind: z.literal('bank'),
  answer: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('code_wrong') }),
    z.object({ outcome: z.literal('authenticated'), response: z.string() }),
    z.object({ outcome: z.literal('not_authenticated'), response: z.string() }),
  ]),
})

const entryRow: z.ZodType<Entry> = z.union([authorizationRow, followRow, bankRow])
