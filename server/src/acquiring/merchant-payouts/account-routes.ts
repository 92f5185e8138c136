import { z } from 'zod'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  refuseWhatChanged,
  type StaffRoute,
  seenField,
  staffRoute,
  waitingShape,
  waitsFor,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { country, listOf, optional, text, timeZone, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import { addBankAccount } from './add-bank-account.ts'
import { balancesOf } from './balance-of.ts'
import type { BankAccountAction } from './bank-account-states.ts'
import { changeBankAccount } from './change-bank-account.ts'
import { changeTermsByHand } from './change-terms-by-hand.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { BankAccountId } from './ids.ts'
import { merchantInScope } from './merchant-in-scope.ts'
import { currencyField, readMinimum } from './read-amount.ts'
import { refuse } from './refusals.ts'
import { balanceRecord, balanceShape, bankAccountRecord, bankAccountShape, termsRecord, termsShape } from './shapes.ts'
import { bankAccountsOf, findBankAccount } from './store.ts'
import { delayDaysMax, reserveDaysMax, termsOf } from './terms.ts'

const group = 'Money of merchants'
const params = z.object({ merchantId: z.string() })
/** Which of several holds ends. */
const holdReason = optional(text({ max: 500, what: 'the reason of the hold that ends, as it is listed' }))
const actionBody = z.object({ ...reasonField, holdReason })

/** What merchants are owed, and how they are paid. */
export const accountRoutes = (ctx: MerchantPayoutsContext): StaffRoute[] => [
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/balance',
    operationId: 'getMerchantBalance',
    group,
    summary: 'What a merchant is owed, by currency, and its next payout',
    caller: 'staff',
    permission: 'settlements:read',
    params,
    reply: balanceShape,
    run: async ({ caller, params: { merchantId } }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      return balanceRecord(id, await balancesOf(ctx, id))
    },
  }),
  ...termsRoutes(ctx),
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/bank-accounts',
    operationId: 'listBankAccounts',
    group,
    summary: 'The bank accounts of a merchant, newest first; the newest of a currency counts',
    caller: 'staff',
    permission: 'bank-accounts:read',
    params,
    reply: z.strictObject({ bankAccounts: z.array(bankAccountShape) }),
    run: async ({ caller, params: { merchantId } }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      return { bankAccounts: (await bankAccountsOf(ctx.db, id)).map(bankAccountRecord) }
    },
  }),
  addRoute(ctx),
  changeRoute(ctx, 'hold', 'Hold a bank account: nothing is paid there'),
  changeRoute(ctx, 'release', 'Release a bank account that is held'),
  changeRoute(ctx, 'remove', 'Remove a bank account: nothing is paid until another one is added'),
]

const termsRoutes = (ctx: MerchantPayoutsContext): StaffRoute[] => [
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/payout-terms',
    operationId: 'getPayoutTerms',
    group,
    summary: 'When a merchant is paid, and what is held back',
    caller: 'staff',
    permission: 'settlements:read',
    params,
    reply: termsShape,
    run: async ({ caller, params: { merchantId } }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      return termsRecord(id, await termsOf(ctx.db, id))
    },
  }),
  staffRoute({
    method: 'PATCH',
    path: '/merchants/:merchantId/payout-terms',
    operationId: 'changePayoutTerms',
    group,
    summary: 'Change when a merchant is paid, and what is held back',
    about:
      'What is left out stays. `hold` stops payouts, for the reason of the call; false ends the hold of `holdReason`, which may be left out where there is one. Where `FLORIN_APPROVALS` has `settlements:change`, another person approves all but stopping payouts first.',
    caller: 'operator',
    permission: 'settlements:change',
    params,
    body: z.object({
      ...reasonField,
      schedule: optional(
        text({ max: 20, what: 'manual, daily, weekly and a day such as MON, or monthly and a day to 28' }),
      ),
      timeZone: optional(timeZone()),
      delayDays: optional(wholeNumber({ min: 0, max: delayDaysMax })),
      minimums: optional(
        listOf(text({ max: 30, what: 'an amount and its currency, such as 100.00 EUR; zero removes it' }), { max: 50 }),
      ),
      reserveBasisPoints: optional(wholeNumber({ min: 0, max: 10_000 })),
      reserveDays: optional(wholeNumber({ min: 0, max: reserveDaysMax })),
      hold: optional(trueOrFalse()),
      holdReason,
      ...seenField,
    }),
    reply: termsShape,
    accepted: waitingShape,
    run: async ({ caller, params: { merchantId }, ip, body, once }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      const { reason: _reason, seen, minimums, ...given } = body
      const changes = { ...given, minimums: minimums?.map(readMinimum) }
      const by = authorOf({ caller, ip, body })
      const { terms, waits } = await changeTermsByHand(ctx, {
        by,
        merchantId: id,
        changes,
        expect: (terms) => refuseWhatChanged(terms, seen),
        once,
      })
      return waits ? waitsFor(waits) : termsRecord(id, terms)
    },
  }),
]

const addRoute = (ctx: MerchantPayoutsContext): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: '/merchants/:merchantId/bank-accounts',
    operationId: 'addBankAccount',
    group,
    needsRecentProof: true,
    summary: 'Add the bank account that a merchant is paid to from now on',
    about:
      'The first payout to it waits. Where `FLORIN_APPROVALS` asks for a second person, the reply is 202, and the same call adds it once it is approved.',
    caller: 'operator',
    permission: 'bank-accounts:change',
    params,
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      currency: currencyField(),
      holderName: text({ max: 70, what: 'the name of the account holder' }),
      iban: optional(text({ max: 42, what: 'the IBAN, with or without spaces' })),
      accountNumber: optional(text({ max: 40, what: 'the account number, where there is no IBAN' })),
      bic: optional(text({ max: 11, what: 'the BIC of the bank' })),
      country: optional(country()),
    }),
    reply: bankAccountShape,
    accepted: waitingShape,
    run: async ({ caller, params: { merchantId: unchecked }, ip, body, once }) => {
      const merchantId = await merchantInScope(ctx, caller, unchecked)
      const { reason: _reason, ...account } = body
      const by = authorOf({ caller, ip, body })
      const { bankAccount, waits } = await addBankAccount(ctx, { ...account, by, merchantId, once })
      return waits ? waitsFor(waits) : bankAccountRecord(bankAccount!)
    },
    recover: recoverWaiting(ctx, async (_caller, id) =>
      bankAccountRecord((await findBankAccount(ctx.db, { id: readId(id)! }))!),
    ),
  })

const changeRoute = (ctx: MerchantPayoutsContext, action: BankAccountAction, summary: string): StaffRoute =>
  staffRoute({
    method: 'POST',
    path: `/merchants/:merchantId/bank-accounts/:bankAccountId/${action}`,
    operationId: `${action}BankAccount`,
    // To hold one is what a person does in a hurry.
    needsRecentProof: action !== 'hold',
    group,
    summary,
    caller: 'operator',
    permission: 'bank-accounts:change',
    params: params.extend({ bankAccountId: z.string() }),
    body: actionBody,
    reply: bankAccountShape,
    run: async ({ caller, params: { merchantId: unchecked, bankAccountId }, ip, body }) => {
      const merchantId = await merchantInScope(ctx, caller, unchecked)
      const id = readId<BankAccountId>(bankAccountId)
      if (id === undefined) throw refuse('bank_account_not_found', { bankAccountId: bankAccountId.slice(0, 20) })
      return bankAccountRecord(
        await changeBankAccount(ctx, {
          by: authorOf({ caller, ip, body }),
          merchantId,
          id,
          action,
          holdReason: body.holdReason,
        }),
      )
    },
  })
