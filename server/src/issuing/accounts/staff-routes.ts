import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  type StaffCaller,
  type StaffRoute,
  staffFile,
  staffList,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { ofEachPartner, type PartnerId, partnersInScope } from '#core/partners'
import { findHolderPartner } from '#issuing/holders'
import { type HolderId, readHolderId, readUuid } from '#issuing/ids'
import type { Db } from '#kernel/db/db.ts'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { inOrder } from '#kernel/db/list.ts'
import { date, oneOf, optional, text, timeZone } from '#kernel/http/field.ts'
import { chosen, currencyWords, several } from '#kernel/http/filter.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { type Account, accountStatuses, type Funds } from './account.ts'
import type { AccountsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { openStatement } from './statements/statement.ts'
import { statementFile, statementFormats, statementTypes } from './statements/statement-file.ts'
import { statementShape } from './statements/wire.ts'
import { accountsById, accountsOf, findAccountById, fundsOf, fundsOfEach } from './store.ts'
import { accountRecord, accountShape } from './wire.ts'

type Context = Pick<AccountsContext, 'db' | 'clock'> & TableListParts

const staffShape = accountShape.extend({ customerId: z.string() })
const listedShape = staffShape.extend({ partnerId: z.string() })
const group = 'Accounts'
const about = { group, method: 'GET', caller: 'staff', permission: 'accounts:read' } as const
const params = z.object({ accountId: z.string() })

/** What customers of partners own: for the staff. */
export const accountStaffRoutes = (ctx: Context): StaffRoute[] => {
  const recorded = async (account: Account): Promise<z.output<typeof staffShape>> => ({
    ...accountRecord(account, await fundsOf(ctx.db, account)),
    customerId: account.holderId,
  })
  return [
    ...listRoutes(ctx),
    staffList({
      ...about,
      path: '/customers/:customerId/accounts',
      operationId: 'listCustomerAccounts',
      summary: 'Accounts of a customer, oldest first, closed ones too',
      params: z.object({ customerId: z.string() }),
      query: z.object(pageQuery),
      reply: staffShape,
      run: async ({ caller, params: { customerId }, query }) => {
        const holderId = readHolderId(customerId)
        const isSeen = holderId && (await seesHolder(ctx.db, caller, holderId))
        const all = isSeen ? await accountsOf(ctx.db, holderId, undefined) : []
        const { data, ...page } = pageOf(all, query)
        return { ...page, data: await Promise.all(data.map(recorded)) }
      },
    }),
    staffRoute({
      ...about,
      path: '/accounts/:accountId',
      operationId: 'getAccount',
      summary: 'One account of a customer, with its balance',
      params,
      reply: staffShape,
      run: async ({ caller, params: { accountId } }) => recorded(await accountInScope(ctx.db, caller, accountId)),
    }),
    staffFile({
      ...about,
      path: '/accounts/:accountId/statement',
      operationId: 'getAccountStatement',
      summary: 'Statement of an account of a customer',
      about: 'The same that its customer reads: what was booked, with the balance before and after.',
      params,
      query: z.object({
        from: date().meta({ description: 'The first day.' }),
        to: date().meta({ description: 'The last day, today at the latest.' }),
        timeZone: optional(timeZone()).meta({ description: 'In which days begin and end.', default: 'UTC' }),
        format: optional(oneOf(statementFormats)).meta({ default: 'json' }),
      }),
      reply: statementShape,
      files: Object.values(statementTypes).map((type) => type.replace(/;.*/, '')),
      run: async ({ caller, params: { accountId }, query: { from, to, timeZone = 'UTC', format = 'json' } }) => {
        const account = await accountInScope(ctx.db, caller, accountId)
        return statementFile(await openStatement(ctx, { account, period: { from, to, timeZone } }), format)
      },
    }),
  ]
}

type Listed = { account: Account; funds: Funds; partnerId: PartnerId }

const listRoutes = (ctx: Context): StaffRoute[] => {
  const { filters, whose } = ofEachPartner(ctx)
  return tableList(ctx, {
    name: 'accounts',
    operations: { list: 'listAccounts', export: 'exportAccounts' },
    group,
    permission: about.permission,
    summary: 'Accounts of customers with their balances, newest first',
    about: 'Closed ones too. The balance is below zero where the customer owes.',
    table: 'accounts.accounts',
    idType: 'uuid',
    isByMoment: true,
    filters: {
      ...filters,
      customerId: optional(text({ max: 31, what: 'the id of a customer' })),
      currency: currencyWords(),
      status: several(accountStatuses),
    },
    shape: listedShape,
    record: ({ account, funds, partnerId }: Listed): z.output<typeof listedShape> => ({
      ...accountRecord(account, funds),
      customerId: account.holderId,
      partnerId: String(partnerId),
    }),
    whose,
    selected: ({ customerId, currency, status }) => ({
      narrowed: customerId === undefined ? [] : [withValues('holder_id', 'text', [readHolderId(customerId) ?? ''])],
      conditions: [
        ...(currency ? [sql<SqlBool>`entry.currency = any(${currency}::text[])`] : []),
        ...(status ? [sql<SqlBool>`entry.status = any(${chosen(accountStatuses, status)}::text[])`] : []),
      ],
    }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const partners = new Map(rows.map((row) => [row.id, row.partner_id]))
      const listed = inOrder(ids, await accountsById(ctx.db, ids))
      const funds = await fundsOfEach(ctx.db, listed)
      return listed.map((account, nth) => ({ account, funds: funds[nth]!, partnerId: partners.get(account.id)! }))
    },
  })
}

async function seesHolder(db: Db, caller: StaffCaller, holderId: HolderId): Promise<boolean> {
  const partnerId = await findHolderPartner(db, holderId)
  return partnerId !== undefined && partnersInScope(caller, String(partnerId))?.length !== 0
}

async function accountInScope(db: Db, caller: StaffCaller, unchecked: string): Promise<Account> {
  const id = readUuid<Account['id']>(unchecked)
  const account = id && (await findAccountById(db, id))
  if (!account || !(await seesHolder(db, caller, account.holderId)))
    throw refuse('account_not_found', { accountId: unchecked.slice(0, 50) })
  return account
}
