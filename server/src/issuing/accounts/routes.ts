import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { readUuid } from '#issuing/ids'
import { oneOf, optional } from '#kernel/http/field.ts'
import type { Account } from './account.ts'
import { closeAccount } from './close-account.ts'
import type { AccountsContext } from './context.ts'
import { openAccount } from './open-account.ts'
import { refuse } from './refusals.ts'
import { statementRoute } from './statements/routes.ts'
import { accountsOf, findAccount, fundsOf } from './store.ts'
import { accountRecord, accountShape } from './wire.ts'

const group = 'Accounts'
/** The currencies in which accounts are held. */
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'RON', 'ILS'] as const
const currencyField = oneOf(currencies)

const idField = z.object({ accountId: z.string() })
function accountId(text: string): Account['id'] {
  const id = readUuid<Account['id']>(text)
  if (!id) throw refuse('account_not_found', { accountId: text.slice(0, 50) })
  return id
}

export const accountRoutes = (ctx: AccountsContext): IssuingRoute[] => {
  const find = async (holderId: Account['holderId'], id: string) => {
    const account = await findAccount(ctx.db, holderId, accountId(id))
    if (!account) throw refuse('account_not_found', { accountId: id })
    return account
  }
  const recorded = async (account: Account) => accountRecord(account, await fundsOf(ctx.db, account))
  return [
    issuingRoute({
      method: 'GET',
      path: '/accounts',
      operationId: 'listAccounts',
      group,
      summary: "The customer's accounts",
      caller: 'holder',
      permission: 'accounts:read',
      query: z.object({ currency: optional(currencyField) }),
      reply: z.array(accountShape),
      run: async ({ caller: { holderId }, query: { currency } }) =>
        Promise.all((await accountsOf(ctx.db, holderId, currency)).map(recorded)),
    }),
    issuingRoute({
      method: 'POST',
      path: '/accounts',
      operationId: 'createAccount',
      group,
      summary: 'Create an account',
      about: 'For a customer whose KYC is approved; one open account for each currency.',
      caller: 'holder',
      permission: 'accounts:create',
      status: 201,
      repeated: 'stored',
      body: z.object({ currency: currencyField }),
      reply: accountShape,
      run: async ({ caller, body: { currency }, once }) =>
        recorded(await openAccount(ctx, { ...caller, currency, once })),
      recover: async ({ holderId }, id) => recorded((await findAccount(ctx.db, holderId, id as Account['id']))!),
    }),
    issuingRoute({
      method: 'GET',
      path: '/accounts/:accountId',
      operationId: 'getAccount',
      group,
      summary: 'One account',
      caller: 'holder',
      permission: 'accounts:read',
      params: idField,
      reply: accountShape,
      run: async ({ caller: { holderId }, params }) => recorded(await find(holderId, params.accountId)),
    }),
    statementRoute(ctx, { group, find }),
    issuingRoute({
      method: 'POST',
      path: '/accounts/:accountId/close',
      operationId: 'closeAccount',
      group,
      summary: 'Close an account',
      about: 'An account is closed when it has no balance, no holds and no open cards.',
      caller: 'holder',
      permission: 'accounts:close',
      repeated: 'stored',
      params: idField,
      reply: accountShape,
      run: async ({ caller: { holderId }, params, once }) =>
        recorded(await closeAccount(ctx, { holderId, id: accountId(params.accountId), once })),
      recover: async ({ holderId }, id) => recorded((await findAccount(ctx.db, holderId, id as Account['id']))!),
    }),
  ]
}
