import { createHash } from 'node:crypto'
import type { Approval, StaffAuthor } from '#core/access'
import { auditEntry, type MerchantId, merchantLock, merchantOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { commit, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import {
  type AccountNumber,
  type AccountNumberInput,
  type BankAccount,
  checkAccountNumber,
  checkHolderName,
  lastFour,
} from './bank-account.ts'
import { bankAccountStates } from './bank-account-states.ts'
import { planCancelled } from './cancel-unsent.ts'
import type { MerchantPayoutsContext } from './context.ts'
import type { BankAccountId } from './ids.ts'
import { currentBankAccount, findBankAccount } from './store.ts'

export type BankAccountInput = AccountNumberInput & {
  by: StaffAuthor
  merchantId: MerchantId
  currency: Currency
  holderName: string
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Adds the bank account that a merchant is paid to from now on. The first payout to it waits, so that a change that the
 * merchant did not ask for is noticed in time. Payouts to the one before that were not given to the bank are cancelled. Where the installation wants two people, the first call waits for an
 * approval, and the same call adds it when another person has approved.
 */
export function addBankAccount(ctx: MerchantPayoutsContext, input: BankAccountInput): Promise<Added> {
  const { by, merchantId, currency, holderName } = input
  const account = { currency, holderName: checkHolderName(holderName), ...checkAccountNumber(input) }
  const subject = { type: 'merchant', id: String(merchantId) }
  return ctx.approvals.attempt({ by, action: 'bank-accounts:change', subject, given: shownOf(account) }, () =>
    add(ctx, input, account),
  )
}

type Added = { bankAccount?: BankAccount; waits?: Approval }
type Checked = AccountNumber & Pick<BankAccount, 'currency' | 'holderName'>

async function add(
  ctx: MerchantPayoutsContext,
  { by, merchantId, once }: BankAccountInput,
  checked: Checked,
): Promise<Added> {
  const { currency, holderName } = checked
  const current = await currentBankAccount(ctx.db, { merchantId, currency })
  const cleared = await ctx.approvals.require({
    by,
    action: 'bank-accounts:change',
    owner: merchantOwner(merchantId),
    subject: { type: 'merchant', id: String(merchantId) },
    request: {
      ...shownOf(checked),
      before: current && { holderName: current.holderName, lastFour: lastFour(current), country: current.country },
    },
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  const id = await ctx.db.locked([merchantLock(merchantId)], { name: 'add-bank-account' }, async (tx) => {
    const now = ctx.clock.now()
    const account = ref('bank account')
    const row = rowOf(now, { merchantId, ...checked }, now.add(inHours(ctx.bankAccountWait)))
    const audited = auditEntry(now, by, {
      action: 'bankAccountAdded',
      owner: merchantOwner(merchantId),
      subject: { type: 'bankAccount', id: account },
      after: {
        currency,
        holderName,
        lastFour: lastFour(checked),
        country: checked.country,
        usableAt: String(row.usable_at),
      },
    })
    const cancelled = await planCancelled(tx, now, { by, merchantId, currency, because: 'replaced' })
    const writes = [insert('merchant_payouts.bank_accounts', row, { as: account }), audited]
    const ids = await commit(
      { ...ctx, db: tx },
      now,
      [...writes, ...cancelled, ...cleared.writes, ...(once?.(account) ?? [])],
      'add-bank-account',
    )
    return ids<BankAccountId>(account)
  })
  return { bankAccount: (await findBankAccount(ctx.db, { merchantId, id }))! }
}

/** Lists of approvals show the last four digits; the digest says that it is for this number and no other. */
const shownOf = ({ currency, holderName, iban, accountNumber, bic, country }: Checked) => ({
  currency,
  holderName,
  lastFour: lastFour({ iban, accountNumber }),
  country,
  bic,
  digest: createHash('sha256')
    .update(iban ?? accountNumber ?? '')
    .digest('base64url'),
})

type New = Pick<BankAccount, 'merchantId' | 'currency' | 'holderName' | 'iban' | 'accountNumber' | 'bic' | 'country'>

const rowOf = (now: Instant, account: New, usableAt: Instant) => ({
  merchant_id: account.merchantId,
  currency: account.currency,
  holder_name: account.holderName,
  account_number: (account.iban ?? account.accountNumber)!,
  is_iban: account.iban !== undefined,
  bic: account.bic ?? null,
  country: account.country,
  status: bankAccountStates.initial,
  hold_reason: null,
  created_at: now,
  usable_at: usableAt,
})

/** Instants know no days. */
const inHours = (wait: Temporal.Duration): Temporal.Duration =>
  Temporal.Duration.from({ seconds: Math.round(wait.total({ unit: 'seconds', relativeTo: '2026-01-01' })) })
