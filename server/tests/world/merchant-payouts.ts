import { addBankAccount, changeTerms, type TermsChange } from '#acquiring/merchant-payouts'
import { type Payment, requireSeenTransaction } from '#acquiring/payments'
import { showPayment } from '#acquiring/transactions'
import type { MerchantId } from '#core/directory'
import { type Currency, formatMoney } from '#kernel/base/money.ts'
import type { World } from './world.ts'

export const operator = { actor: 'operator', fromWhere: 'test', reason: 'ticket 7' }

/** A German IBAN with right check digits whose account ends with four digits, by which the bank of staging decides. */
export function ibanEnding(ending: string): string {
  const account = `370400440532013${ending.slice(0, 3)}`.slice(0, 14) + ending
  const bban = account.padStart(18, '0')
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`
}

/** A merchant with terms and a bank account that can be used already. */
export async function openPaidMerchant(
  world: World,
  merchantId: MerchantId,
  { ending = '3000', ...terms }: TermsChange & { ending?: string } = {},
) {
  const { app } = world
  await changeTerms(app, {
    by: operator,
    merchantId,
    changes: { schedule: 'daily', timeZone: 'Europe/Bucharest', ...terms },
  })
  return addAccount(world, merchantId, ending)
}

/** Adds a bank account, without its day of waiting. */
export async function addAccount({ app }: World, merchantId: MerchantId, ending: string, currency: Currency = 'EUR') {
  const atOnce = { ...app, bankAccountWait: Temporal.Duration.from('PT0S') }
  const input = {
    by: operator,
    merchantId,
    currency,
    holderName: 'Crumb & Co.',
    iban: ibanEnding(ending),
  }
  const { bankAccount } = await addBankAccount(atOnce, input)
  return bankAccount!
}

/** What is on the accounts of a merchant and at our bank, and what our bank has kept, as people read it: what we owe is above zero. */
export async function booksOf({ query }: World, merchantId: MerchantId): Promise<Record<string, string>> {
  const rows =
    await query(`select replace(account, 'merchant:${merchantId}:', '') as account, -sum(minor)::bigint as minor
    from ledger.lines where account like 'merchant:${merchantId}:%' or account in ('bank:operating', 'expense:bank-charges')
    group by account having sum(minor) <> 0 order by account`)
  return Object.fromEntries(
    rows.map(({ account, minor }) => [account, formatMoney({ minor: BigInt(minor as string), currency: 'EUR' })]),
  )
}

/** What the page of a payment says of its payout. */
export const payoutOf = async ({ world: { app } }: { world: World }, { id }: Pick<Payment, 'id'>) =>
  (await showPayment(app, await requireSeenTransaction(app.db, id, () => true), { isOperator: false })).payout
