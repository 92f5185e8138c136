import { randomBytes } from 'node:crypto'
import { releaseDue } from '#acquiring/payments'
import type { Author, MerchantId, MerchantStatus } from '#core/directory'
import { merchantLock } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, compare, formatMoney, type Money } from '#kernel/base/money.ts'
import { derivedKey } from '#kernel/crypto/derived-key.ts'
import { commit, decide, guard, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { BankAccount } from './bank-account.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { type Counted, countMoney } from './count-money.ts'
import { availableFrom } from './earnings.ts'
import { hindranceOf, hindranceText } from './hindrance.ts'
import type { MerchantPayoutId } from './ids.ts'
import { payoutReference } from './payout.ts'
import { merchantPayoutStates } from './payout-states.ts'
import { refuse } from './refusals.ts'
import { currentBankAccount, itemsToPay, reservePayoutId } from './store.ts'
import { type Terms, termsOf } from './terms.ts'

export type PayoutInput = {
  merchantId: MerchantId
  currency: Currency
  /** Undefined: all that is available. */
  amount?: Money | undefined
  by: Author
  /** The day of the schedule. Undefined: by hand, for which no minimum counts. */
  scheduledFor?: string | undefined
  /** To be part of the commit: what was approved, the key of a repeated request, the audit. */
  alongside?: ((id: MerchantPayoutId, now: Instant) => readonly Write[]) | undefined
}

/**
 * Sets money of a merchant aside for a payout to its bank account. Never more than is available: it is counted while the
 * merchant is locked. Refuses with `merchant_payout_hindered` or `merchant_payout_too_large`, and what a schedule has paid
 * on its day with `payout_day_taken`.
 */
export async function createPayout(ctx: MerchantPayoutsContext, input: PayoutInput): Promise<MerchantPayoutId> {
  const { merchantId } = input
  const merchantStatus = await statusOf(ctx, merchantId)
  await releaseDue(ctx, availableFrom, merchantId)
  return decide(() =>
    ctx.db.locked([merchantLock(merchantId)], { name: 'create-payout' }, async (tx) => {
      const now = ctx.clock.now()
      const { amount, ...facts } = await decidePayout(tx, { ...input, merchantStatus, now })
      const id = await reservePayoutId(tx)
      const writes = await writesOf(tx, now, {
        ...input,
        ...facts,
        id,
        amount,
        endToEndId: endToEndIdOf(ctx, {
          ...input,
          id,
          amount,
          account: facts.bankAccount.iban ?? facts.bankAccount.accountNumber ?? '',
        }),
      })
      await commit({ ...ctx, db: tx }, now, [...writes, ...(input.alongside?.(id, now) ?? [])], 'create-payout')
      return id
    }),
  )
}

/** A merchant that is not there has nothing that could be paid. */
export const statusOf = async (
  { directory }: Pick<MerchantPayoutsContext, 'directory'>,
  merchantId: MerchantId,
): Promise<MerchantStatus> => (await directory.merchant(merchantId))?.status ?? 'active'

type Deciding = Pick<PayoutInput, 'merchantId' | 'currency' | 'amount' | 'scheduledFor'> & {
  merchantStatus: MerchantStatus
  now: Instant
}
type Decided = { amount: Money; counted: Counted; bankAccount: BankAccount; terms: Terms }

/** Whether and how much is paid, as the terms and the books have it at this moment. */
export async function decidePayout(db: Db, input: Deciding): Promise<Decided> {
  const { merchantId, merchantStatus, currency, now } = input
  const [terms, bankAccount, counted] = await Promise.all([
    termsOf(db, merchantId),
    currentBankAccount(db, input),
    countMoney(db, input),
  ])
  const amount = input.amount ?? counted.available
  const facts = { now, merchantStatus, terms, bankAccount, counted }
  const hindrance = hindranceOf(facts)
  const counts = hindrance !== undefined && (hindrance !== 'below_minimum' || input.scheduledFor !== undefined)
  if (counts || !bankAccount)
    throw refuse('merchant_payout_hindered', {
      merchantId,
      currency,
      why: hindranceText(hindrance ?? 'no_bank_account', facts),
      hindrance,
    })
  if (amount.minor <= 0n) throw refuse('invalid_payout_amount', { field: 'amount' })
  if (compare(amount, counted.available) > 0) {
    const most = formatMoney(counted.available)
    throw refuse('merchant_payout_too_large', { field: 'amount', most, currency, merchantId })
  }
  return { amount, counted, bankAccount, terms }
}

type New = Decided &
  Pick<PayoutInput, 'merchantId' | 'currency' | 'scheduledFor' | 'by'> & {
    id: MerchantPayoutId
    endToEndId: string
  }

type Named = Pick<PayoutInput, 'merchantId' | 'currency' | 'scheduledFor'> & {
  id: MerchantPayoutId
  amount: Money
  /** The number of the account that receives it. */
  account: string
}

/**
 * By what the bank knows the transfer. That of a schedule is made of its day, of which a merchant has one: two copies of one
 * database order the same transfer, and the bank makes one of it. A person's is random.
 */
function endToEndIdOf({ keys }: Pick<MerchantPayoutsContext, 'keys'>, payout: Named): string {
  const { id, merchantId, currency, scheduledFor, amount, account } = payout
  if (scheduledFor === undefined) return `FLORIN-${id}-${randomBytes(4).toString('hex').toUpperCase()}`
  const facts = ['payout', String(merchantId), currency, scheduledFor, String(amount.minor), account]
  return `FLORIN-${derivedKey(keys, facts).replaceAll('-', '').slice(0, 24).toUpperCase()}`
}

async function writesOf(db: Db, now: Instant, payout: New): Promise<Write[]> {
  const { id, merchantId, currency, amount, counted, bankAccount, by } = payout
  const items = await itemsToPay(db, { merchantId, currency, now })
  return [
    insert(
      'merchant_payouts.payouts',
      {
        id,
        merchant_id: merchantId,
        currency,
        minor: amount.minor,
        bank_account_id: bankAccount.id,
        status: merchantPayoutStates.initial,
        scheduled_for: payout.scheduledFor ?? null,
        end_to_end_id: payout.endToEndId,
        payable_minor: counted.payable.minor,
        pending_minor: counted.pending.minor,
        outflows_minor: counted.outflows.minor,
        file_id: null,
        bank_reference: null,
        created_at: now,
        paid_at: null,
        due_at: now,
      },
      { onDuplicate: { one_scheduled_payout: () => refuse('payout_day_taken') } },
    ),
    insert('merchant_payouts.payout_transitions', {
      payout_id: id,
      from_status: null,
      to_status: merchantPayoutStates.initial,
      action: 'create',
      actor: by.actor,
      note: by.reason ?? null,
      occurred_at: now,
    }),
    ...(items.length === 0
      ? []
      : [
          insert(
            'merchant_payouts.payout_items',
            items.map(({ kind, itemId, minor }) => ({ payout_id: id, kind, item_id: itemId, minor })),
          ),
        ]),
    // Not changed since it was read: a new number for the same account does not receive this.
    guard('merchant_payouts.bank_accounts', { id: bankAccount.id, version: bankAccount.version }),
    ...post(now, 'merchantPayoutSubmitted', payoutReference(id), { merchantId, amount }),
  ]
}
