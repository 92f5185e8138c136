import { z } from 'zod'
import { asOfIn, type StaffRoute, staffList, staffRoute, type TableListParts } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { id, moment, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { balancesBefore } from './books-at.ts'
import { entryRecord, entryShape, kindShape, sideOf, sideShape } from './books-shapes.ts'
import { familyOf, kindOf } from './chart.ts'
import { isFinal } from './final.ts'
import { journalRoutes } from './journal-routes.ts'
import { entryNumbered, linesOfAccount } from './read-books.ts'
import { refuse } from './refusals.ts'
import { type Balance, balances } from './store.ts'

type Context = { db: Db; clock: Clock }

const about = { group: 'Books', caller: 'operator', permission: 'books:read' } as const
const accountField = text({ max: 120, what: 'an account, such as merchant:101:payable' })
const currencyField = text({ min: 3, max: 3, what: 'a currency, such as EUR' })
const entryField = () => id<bigint>('the number of an entry')
const sizeField = wholeNumber({ min: 1, max: 100 })

/** What `florin books` prints: the chart of accounts with balances, accounts with their entries, and each entry. */
export const booksStaffRoutes = (ctx: Context & TableListParts): StaffRoute[] => [
  trialBalanceRoute(ctx),
  staffList({
    ...about,
    method: 'GET',
    path: '/books/accounts',
    operationId: 'listBookAccounts',
    summary: 'Accounts with their balances, by name; one for each currency',
    query: z.object({ ...pageQuery, family: optional(accountField), text: optional(accountField) }),
    reply: z.strictObject({ account: z.string(), kind: kindShape, ...sideShape }),
    run: async ({ query: { family, text: searched = '', ...page } }) => {
      const prefix = family?.split('*')[0] ?? ''
      const all = (await balances(ctx.db, prefix)).filter(
        ({ account }) => (family === undefined || familyOf(account) === family) && account.includes(searched),
      )
      const { data, ...rest } = pageOf(all, page)
      return { data: data.map(balanceRecord), ...rest }
    },
  }),
  linesRoute(ctx),
  ...journalRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/books/entries/:entryId',
    operationId: 'getBookEntry',
    summary: 'One entry with all of its lines',
    params: z.object({ entryId: entryField() }),
    reply: entryShape,
    run: async ({ params }) => {
      const entry = await entryNumbered(ctx.db, params.entryId)
      if (!entry) throw refuse('entry_not_found', { field: 'entryId' })
      return entryRecord(entry)
    },
  }),
]

const trialBalanceRoute = ({ db, clock }: Context): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/books/trial-balance',
    operationId: 'getTrialBalance',
    summary: 'The balance of every family of accounts at a moment; debits equal credits in each currency',
    about:
      'Of accounts that each merchant or customer has, the sum. Without a moment: now; today: until now. A moment that has not come yet is refused with `as_of_in_future`.',
    query: z.object({ at: optional(moment()) }),
    reply: z.strictObject({
      at: momentShape,
      final: z
        .boolean()
        .meta({ description: 'Nothing can be booked up to this moment any more: the same request replies the same.' }),
      data: z.array(z.strictObject({ family: z.string(), kind: kindShape, accounts: z.int(), ...sideShape })),
      totals: z.array(
        z.strictObject({ currency: z.string(), debit: z.string(), credit: z.string(), isBalanced: z.boolean() }),
      ),
    }),
    run: async ({ query }) => {
      const now = clock.now()
      const asked = asOfIn(query.at, { field: 'at', zone: 'UTC', now, today: 'until now' })
      // Up to the moment and with it: the database keeps microseconds.
      const before = asked.add({ microseconds: 1 })
      const final = await isFinal(db, before, now)
      const all = await balancesBefore(db, before)
      return { at: momentText(asked), final, data: familiesOf(all), totals: totalsOf(all) }
    },
  })

const linesRoute = ({ db }: Context): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/books/accounts/:account/lines',
    operationId: 'listAccountLines',
    summary: 'What was booked on an account in a currency, newest first; `next` is where the next page begins',
    params: z.object({ account: accountField }),
    query: z.object({ currency: currencyField, after: optional(entryField()), size: optional(sizeField) }),
    reply: z.strictObject({
      account: z.string(),
      kind: kindShape,
      balance: z.strictObject(sideShape),
      data: z.array(
        z.strictObject({ id: z.string(), recipe: z.string(), reference: z.string(), at: momentShape, ...sideShape }),
      ),
      next: z.string().optional(),
    }),
    run: async ({ params: { account }, query: { currency: unchecked, after, size = 50 } }) => {
      const balance = (await balances(db, account)).find((one) => one.account === account && one.currency === unchecked)
      const currency = balance?.currency
      const lines = currency ? await linesOfAccount(db, { account, currency, before: after, limit: size + 1 }) : []
      return {
        account,
        kind: kindOf(account),
        balance: balance ? sideOf(money(balance.minor, balance.currency)) : { ...zeroIn, currency: unchecked },
        data: lines.slice(0, size).map(({ postedAt, amount, id: entry, ...rest }) => ({
          ...rest,
          id: String(entry),
          at: momentText(postedAt),
          ...sideOf(amount),
        })),
        ...nextOf(lines, size),
      }
    },
  })
const zeroIn = { side: 'debit' as const, amount: '0' }

/** Where the next page goes on: after the last one that is shown, if there are more. */
const nextOf = (found: readonly { id: bigint }[], size: number): { next?: string } =>
  found.length > size ? { next: String(found[size - 1]!.id) } : {}

const balanceRecord = ({ account, currency, minor }: Balance) => ({
  account,
  kind: kindOf(account),
  ...sideOf(money(minor, currency)),
})

function familiesOf(all: readonly Balance[]) {
  const families = Map.groupBy(all, ({ account, currency }) => `${familyOf(account)} ${currency}`)
  return [...families.values()].map((members) => {
    const { account, currency } = members[0]!
    const sum = members.reduce((total, { minor }) => total + minor, 0n)
    return {
      family: familyOf(account),
      kind: kindOf(account),
      accounts: members.length,
      ...sideOf(money(sum, currency)),
    }
  })
}

/** Each account is on the side of its own balance: what a family nets is in both columns. */
function totalsOf(all: readonly Balance[]) {
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, members]) => {
    const sum = (sign: 1n | -1n) =>
      members.reduce((total, { minor }) => (minor * sign > 0n ? total + minor * sign : total), 0n)
    const [debit, credit] = [sum(1n), sum(-1n)]
    const shown = (minor: bigint) => formatMoney(money(minor, currency))
    return { currency: currency as string, debit: shown(debit), credit: shown(credit), isBalanced: debit === credit }
  })
}
