import type { MerchantId } from '#core/directory'
import { type BookedRows, type CalledFor, checkBookedRows, type EntryCause } from '#core/ledger/audit'
import type { Check } from '#kernel/audit/findings.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { checkRules } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { earningsRule, rules } from './rules.ts'

/** The payouts and reserves that ledger entries name as their cause. */
export const payoutCause: EntryCause = {
  join: `left join merchant_payouts.payouts mp on e.reference = 'merchant payout ' || mp.id`,
  isMissing: 'mp.id is null',
}
export const reserveCause: EntryCause = {
  join: `left join merchant_payouts.reserves mr on e.reference = 'reserve ' || mr.id`,
  isMissing: 'mr.id is null',
}

type Row = { id: bigint; merchant_id: MerchantId; currency: Currency; minor: bigint }
type PayoutRow = Row & { status: string; was_paid: boolean; was_failed: boolean; charge_minor: bigint }
type ReserveRow = Row & { is_released: boolean }

const payouts: BookedRows<PayoutRow> = {
  what: 'merchant payout',
  next: (moment) => async (after) =>
    (await moment.run(
      `select p.id, p.merchant_id, p.currency, p.minor, p.status, t.id is not null as was_paid,
              coalesce(p.bank_charge_minor, 0) as charge_minor,
              exists (select from merchant_payouts.payout_transitions f where f.payout_id = p.id and f.action = 'fail') as was_failed
       from merchant_payouts.payouts p
       left join merchant_payouts.payout_transitions t on t.payout_id = p.id and t.action = 'pay'
       where p.id > $1 order by p.id limit ${pageSize}`,
      [after],
    )) as PayoutRow[],
  reference: ({ id }) => `merchant payout ${id}`,
  calledFor: ({ merchant_id: merchantId, currency, minor, status, charge_minor, ...was }) => {
    const { was_paid: wasPaid, was_failed: wasFailed } = was
    const facts = { merchantId, amount: money(minor, currency) }
    const back = { ...facts, charge: money(charge_minor, currency) }
    const cameBack = status === 'cancelled' || (status === 'returned' && !wasFailed)
    const isBackAgain = status === 'returned' && wasFailed
    const paid = wasFailed ? 'merchantPayoutPaidAfterFailure' : 'merchantPayoutPaid'
    return [
      { recipe: 'merchantPayoutSubmitted', facts },
      ...(wasFailed ? [{ recipe: 'merchantPayoutReturned', facts: { ...facts, wasPaid: false } } as const] : []),
      ...(wasPaid ? [{ recipe: paid, facts } as const] : []),
      ...(cameBack ? [{ recipe: 'merchantPayoutReturned', facts: { ...back, wasPaid } } as const] : []),
      ...(isBackAgain ? [{ recipe: 'merchantPayoutReturnedAfterFailure', facts: back } as const] : []),
    ]
  },
}

const reserves: BookedRows<ReserveRow> = {
  what: 'reserve',
  next: (moment) => async (after) =>
    (await moment.run(
      `select id, merchant_id, currency, minor, released_at is not null as is_released
       from merchant_payouts.reserves where id > $1 order by id limit ${pageSize}`,
      [after],
    )) as ReserveRow[],
  reference: ({ id }) => `reserve ${id}`,
  calledFor: ({ merchant_id: merchantId, currency, minor, is_released }) => {
    const facts = { merchantId, amount: money(minor, currency) }
    const held: CalledFor = { recipe: 'merchantReserveHeld', facts }
    return is_released ? [held, { recipe: 'merchantReserveReleased', facts }] : [held]
  },
}

export const checks: readonly Check[] = [
  {
    name: 'money to merchants',
    check: (moment, findings, _report, scope) =>
      checkRules(moment, findings, [earningsRule(scope('settlement.batches')), ...rules]),
  },
  { name: 'entries of merchant payouts', check: (moment, findings) => checkBookedRows(moment, findings, payouts) },
  { name: 'entries of reserves', check: (moment, findings) => checkBookedRows(moment, findings, reserves) },
]
