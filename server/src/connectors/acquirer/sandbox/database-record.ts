import { z } from 'zod'
import { assets } from '#kernel/base/assets.ts'
import { money } from '#kernel/base/money.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { authorizeResult, disputeResponseResult, modificationResult } from '../checked-results.ts'
import { disputeReasons, type Level3 } from '../port.ts'
import {
  type AuthorizationEntry,
  type BankEntry,
  type Decision,
  type DisputeEntry,
  type DisputeResponseEntry,
  defaultSandbox,
  type Entry,
  type ModificationEntry,
  type NumberedDispute,
  type PayoutEntry,
  type SandboxRecord,
} from './record.ts'

/**
 * The record of one sandbox in Florin's own database, in a schema that only sandboxes use. It simulates an external
 * system, so it writes by itself and never in a commit of Florin. A sandbox of another name has a record of its own, and
 * neither can read the other's.
 */
export function databaseRecord(db: Db, connector: string = defaultSandbox): SandboxRecord {
  const read = async (also: string, values: readonly unknown[]): Promise<Entry[]> => {
    const rows = await db.run(`${selectEntries} ${also} order by authorization_key, step`, [connector, ...values])
    return rows.map((row) => entryRow.parse(row))
  }
  const story = (authorization: unknown) => read('and authorization_key = $2', [authorization])
  return {
    story,
    find: async (key) => (await read('and key = $2', [key]))[0],
    append: async (entry) => (await db.run(insertEntry, [connector, ...valuesOf(entry)])).length === 1,
    disputesAfter: async (number, limit) => {
      const after = `${selectEntries} and event_number > $2 order by event_number limit $3`
      const rows = await db.run(after, [connector, number, limit])
      return rows.map((row) => numberedDisputeRow.parse(row))
    },
    toBeDisputed: async (since) => {
      const rows = await db.run(selectToBeDisputed, [connector, since])
      return rows.map((row) => z.uuid().parse(row.authorization))
    },
    firstAfter: async (moment) => {
      const [row] = await db.run(selectFirstAfter, [connector, moment])
      return z.instanceof(Temporal.Instant).nullable().parse(row?.at) ?? undefined
    },
    storiesBetween: async (from, before) => {
      const rows = await db.run(selectBetween, [connector, from, before])
      return Promise.all(rows.map((row) => story(row.authorization)))
    },
    latest: async (limit) => {
      const rows = await db.run(selectLatest, [connector, limit])
      return Promise.all(rows.map((row) => story(row.authorization)))
    },
    everything: () => read('', []),
  }
}

const selectEntries = `
  select key, authorization_key as authorization, step, kind, currency, minor, card_tail as "cardTail", descriptor,
         result, garbled, next, note, requested_at as "requestedAt", disputed_as as "disputedAs", event_number as number,
         sub_merchant_id as "subMerchantId", level3
  from sandbox_acquirer.requests
  where connector = $1`

const selectToBeDisputed = `
  select authorization_key as authorization from sandbox_acquirer.requests as requested
  where connector = $1 and disputed_as is not null and requested_at >= $2 and not exists (
    select from sandbox_acquirer.requests as decided
    where decided.connector = $1 and decided.authorization_key = requested.authorization_key and decided.kind = 'dispute'
      and decided.result->>'outcome' <> 'opened')
  order by requested_at`

const selectFirstAfter = `
  select min(requested_at) as at from sandbox_acquirer.requests where connector = $1 and requested_at >= $2`
const selectBetween = `
  select distinct authorization_key as authorization from sandbox_acquirer.requests
  where connector = $1 and requested_at >= $2 and requested_at < $3`

const selectLatest = `
  select authorization_key as authorization from sandbox_acquirer.requests
  where connector = $1 and step = 0 order by requested_at desc limit $2`

// Three unique keys can conflict: the key was used before, the step of the story exists, or the number of the dispute
// event. A number follows one that is visible already, so a reader who continues by number misses none.
const insertEntry = `
  insert into sandbox_acquirer.requests (connector, key, authorization_key, step, kind, currency, minor, card_tail,
                                     descriptor, result, garbled, next, note, requested_at, disputed_as,
                                     sub_merchant_id, level3, event_number)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
          case when $5 = 'dispute' then (
            select coalesce(max(event_number), 0) + 1 from sandbox_acquirer.requests where connector = $1) end)
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
    jsonb(entry.result),
    garbled,
    next && jsonb(next),
    entry.note,
    entry.requestedAt,
    ...('disputedAs' in entry
      ? [entry.disputedAs, entry.subMerchantId, entry.level3 && jsonb(entry.level3)]
      : [undefined, undefined, undefined]),
  ]
}
const nothingOfThese = { cardTail: undefined, descriptor: undefined, garbled: false, next: undefined }

const maybe = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value): T | undefined => value ?? undefined)
const maybeText = maybe(z.string())

const decision: z.ZodType<Decision> = z.object({
  result: authorizeResult,
  garbled: z.boolean(),
  next: z.lazy(() => maybe(decision)),
  note: maybeText,
})

const facts = {
  key: z.uuid(),
  authorization: z.uuid(),
  step: z.int(),
  note: maybeText,
  requestedAt: z.instanceof(Temporal.Instant),
}
const amountColumns = { currency: z.enum(assets).nullable(), minor: z.bigint().nullable() }

const authorizationRow = z
  .object({
    ...facts,
    ...amountColumns,
    kind: z.enum(['auth', 'sale', 'verify', 'completeChallenge']),
    cardTail: maybeText,
    descriptor: maybeText,
    result: authorizeResult,
    garbled: z.boolean(),
    next: maybe(decision),
    disputedAs: maybe(z.enum(['won', 'lost'])),
    subMerchantId: maybeText,
    level3: maybe(z.custom<Level3>((value) => typeof value === 'object')),
  })
  .transform(
    ({ currency, minor, ...rest }): AuthorizationEntry => ({
      ...rest,
      amount: currency && minor !== null ? money(minor, currency) : undefined,
    }),
  )

const modificationRow = z
  .object({
    ...facts,
    kind: z.enum(['capture', 'reverse', 'refund']),
    currency: z.enum(assets),
    minor: z.bigint(),
    result: modificationResult,
  })
  .transform(({ currency, minor, ...rest }): ModificationEntry => ({ ...rest, amount: money(minor, currency) }))

const payoutRow = z
  .object({
    ...facts,
    kind: z.literal('credit'),
    currency: z.enum(assets),
    minor: z.bigint(),
    cardTail: maybeText,
    descriptor: maybeText,
    result: modificationResult,
    garbled: z.boolean(),
    next: maybe(modificationResult),
  })
  .transform(({ currency, minor, ...rest }): PayoutEntry => ({ ...rest, amount: money(minor, currency) }))

const bankRow: z.ZodType<BankEntry> = z.object({
  ...facts,
  kind: z.literal('bank'),
  result: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('code_wrong') }),
    z.object({ outcome: z.literal('authenticated'), response: z.string() }),
    z.object({ outcome: z.literal('not_authenticated'), response: z.string() }),
  ]),
})

const disputeShape = {
  ...facts,
  kind: z.literal('dispute'),
  currency: z.enum(assets),
  minor: z.bigint(),
  result: z.object({ outcome: z.enum(['opened', 'won', 'lost']), dispute: z.string(), reason: z.enum(disputeReasons) }),
}
const disputeRow = z
  .object(disputeShape)
  .transform(({ currency, minor, ...rest }): DisputeEntry => ({ ...rest, amount: money(minor, currency) }))
const numberedDisputeRow = z
  .object({ ...disputeShape, number: z.bigint() })
  .transform(({ currency, minor, ...rest }): NumberedDispute => ({ ...rest, amount: money(minor, currency) }))

const disputeResponseRow: z.ZodType<DisputeResponseEntry> = z.object({
  ...facts,
  kind: z.enum(['evidence', 'acceptance']),
  result: disputeResponseResult,
})

const entryRow: z.ZodType<Entry> = z.union([
  authorizationRow,
  modificationRow,
  payoutRow,
  bankRow,
  disputeRow,
  disputeResponseRow,
])
