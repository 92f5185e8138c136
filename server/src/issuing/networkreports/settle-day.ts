import type { StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { post } from '#core/ledger'
import { formatMoney, money } from '#kernel/base/money.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { ComparedDay } from './compare-report.ts'
import type { ReportsContext } from './context.ts'
import { requireSettleable } from './day-actions.ts'
import { findDay } from './match-day.ts'
import { refuse } from './refusals.ts'
import { networkSettlementReference, settlementOf } from './report.ts'

export type SettleDayInput = {
  by: StaffAuthor
  reportId: bigint
  row: bigint
  /** What the bank calls the payment. */
  bankReference?: string | undefined
  once?(): Write[]
}

/**
 * The bank has moved the money of a day that agrees, or of which somebody knows why it differs: what we owe the network is
 * paid by what the network says, and its fees are booked. A day of a currency is settled once, whatever other reports say.
 */
export const settleDay = (ctx: ReportsContext, input: SettleDayInput): Promise<ComparedDay> =>
  decide(async () => {
    const { by, reportId, row, bankReference, once = () => [] } = input
    const now = ctx.clock.now()
    const found = await findDay(ctx, { reportId, row })
    requireSettleable({ reportId, found }, now)
    const { day, currency, sums } = found
    const about = { day: `${day}`, currency }
    const isSettled = () => refuse('report_day_settled', { ...about, allowed: [] })
    const { netMinor, feesMinor } = settlementOf(sums)
    const [net, fees] = [money(netMinor, currency), money(feesMinor, currency)]
    const settled = {
      row_id: row,
      day,
      currency,
      net_minor: netMinor,
      fees_minor: feesMinor,
      bank_reference: bankReference ?? null,
      settled_by: by.actor,
      settled_at: now,
    }
    const audited = auditEntry(now, by, {
      action: 'networkDaySettled',
      owner: platformOwner,
      subject: { type: 'networkReport', id: reportId },
      after: { ...about, net: formatMoney(net), fees: formatMoney(fees), bankReference },
    })
    const writes = [
      insert('networkreports.settlements', settled, { onDuplicate: { day_settled_once: isSettled } }),
      ...post(now, 'networkSettled', networkSettlementReference(row), { net, fees }),
      audited,
    ]
    await commit(ctx, now, [...writes, ...once()], 'settle-day')
    return findDay(ctx, { reportId, row })
  })
