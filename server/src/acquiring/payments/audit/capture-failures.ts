import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import type { PaymentRecord } from './payment-record.ts'

/**
 * A payment whose capture failed has one capture failure, of all that was captured, and no fee of it is kept; any other has
 * none.
 */
export function failuresOf({ row, reference: about, refunds, disputes }: PaymentRecord): Difference[] {
  if (row.parent_id !== null) return []
  const failures = disputes.filter(({ type }) => type === 'capture-failure')
  const look = `payments.payments where parent_id = ${row.id}`
  const isFailed = row.status === 'captureFailed'
  const should = isFailed ? amountText(row.captured_minor, row.currency) : 'none'
  const actual = failures.map((one) => amountText(one.captured_minor, one.currency)).join(', ') || 'none'
  if (actual !== should)
    return [{ about, wrong: 'its capture failures are not those of its status', actual, should, look }]
  if (!isFailed) return []
  const came = [...refunds, ...failures].reduce((sum, { fee_minor }) => sum + fee_minor, 0n)
  const taken = disputes.reduce((sum, one) => (one.type === 'reinstatement' ? sum + one.fee_minor : sum), row.fee_minor)
  if (came === taken) return []
  const wrong = 'its capture failed, and the fees that were returned are not those that were taken'
  return [{ about, wrong, actual: amountText(came, row.currency), should: amountText(taken, row.currency), look }]
}
