import type { SettlementEntry } from '#connectors/acquirer/port.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { RowType } from './report.ts'

const types: Readonly<Record<SettlementEntry['kind'], RowType>> = {
  capture: 'capture',
  reversal: 'reversal',
  refund: 'refund',
  chargeback: 'chargeback',
  chargeback_won: 'representment',
  payout: 'payout',
  reinstatement: 'reinstatement',
  capture_failed: 'captureFailure',
  fee: 'fee',
  reserve: 'reserve',
  adjustment: 'adjustment',
  transfer: 'transfer',
}

export const rowTypeOfEntry = ({ kind }: Pick<SettlementEntry, 'kind'>): RowType => types[kind]

/** A row of a report, as a file would have it. `key`: of our authorization, refund or payout. */
export type SettledRow = Omit<SettlementEntry, 'kind' | 'authorization' | 'request'> & {
  type: RowType
  key: string | undefined
}
export type Columns = Readonly<Record<string, string>>

export const columnsOf = (connector: string, row: SettledRow): Columns => ({
  ...{ connector, entry: row.id, batch: row.batch, type: row.type, key: row.key ?? '', reference: row.reference ?? '' },
  currency: row.gross.currency,
  gross: formatMoney(row.gross),
  fees: formatMoney(row.fee),
  net: formatMoney(money(row.gross.minor - row.fee.minor, row.gross.currency)),
  bookedOn: String(row.settledOn),
  valueOn: String(row.settledOn),
})
