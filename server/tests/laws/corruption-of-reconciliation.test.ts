import { listBreaks, type SampleFault, writeOffBreak } from '#acquiring/reconciliation'
import { sealAll } from '../../src/audit/seal.ts'
import { operator, reportsOf } from '../world/acquirer-reports.ts'
import { corruptionLaw } from '../world/corruption-law.ts'
import { reconciliationCorruptions } from '../world/corruptions-of-reconciliation.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'

/** Three days of an acquirer: one that agrees, one with an amount that was written off, and a payment that we do not know. */
async function historyOfReports() {
  const fixture = await makePaymentsFixture()
  const { app } = fixture.world
  const { importsToday } = reportsOf(fixture)
  const reports = async (fault?: SampleFault) => {
    await fixture.pays({ amount: '100.00' })
    await fixture.pays({ amount: '50.00' })
    await fixture.world.pass({ hours: 24 })
    await importsToday(fault)
    return (await listBreaks(app.db, { status: 'open' }, { page: 1, size: 1 })).data[0]
  }
  await reports()
  await writeOffBreak(app, { by: operator, id: (await reports('amount'))!.id })
  await reports('unknown')
  await sealAll(app)
  return fixture.world
}

const oneBooking = '(select min(id) from reconciliation.bookings)'

/** What verify should say, and what is done. */
const impossible = {
  'its history has an impossible transition': `update reconciliation.break_transitions set action = 'match' where action = 'writeOff'`,
  'its history does not end in its status': `update reconciliation.breaks set status = 'accepted' where status = 'writtenOff'`,
  'it is neither booked nor a break': `delete from reconciliation.bookings where id = ${oneBooking}`,
  'it is booked, and a break is open about it': `update reconciliation.breaks set status = 'open' where status = 'writtenOff'`,
  'it is booked as something else than it is': `update reconciliation.bookings set type = 'refund' where id = ${oneBooking}`,
  'it has settled what it does not agree with': `update reconciliation.rows set gross_minor = gross_minor + 1, fees_minor = fees_minor + 1 where type = 'capture'`,
  'it has settled another transaction than its key names': `update reconciliation.rows set key = '11111111-2222-4333-8444-555555555555' where type = 'capture'`,
  'what it was written off for is not settled, or something else is': `insert into reconciliation.bookings (type, transaction_id, reference, booked_at) select 'refund', max(id), 'acquirer break 999', now() from payments.payments`,
  'it has released more than it has held': `update reconciliation.rows set type = 'reserve' where type = 'capture'`,
  'it is booked about no transaction, and no row reverses it': `update reconciliation.bookings set transaction_id = null where id = ${oneBooking}`,
  'it is booked about no transaction, and is about one that was not voided': `update reconciliation.bookings set transaction_id = null where id = ${oneBooking}`,
  'its payments are looked for in no report': 'delete from reconciliation.awaited',
  'it has more rows than its file': 'update reconciliation.reports set rows = 1',
  'its rows are not what it has transferred': `update reconciliation.rows set gross_minor = gross_minor - 1, net_minor = net_minor - 1 where type = 'transfer'`,
  'its row has reported something else': 'update reconciliation.breaks set reported_minor = reported_minor + 1',
  'its transaction is settled otherwise, and it is open as if it were not': `update reconciliation.breaks set kind = 'fee', due_at = null, transaction_id = (select transaction_id from reconciliation.bookings where id = ${oneBooking}) where status = 'open'`,
  'we expect something else of its transaction': `update reconciliation.breaks set expected_minor = expected_minor + 1 where kind = 'amount'`,
  'what is on its way from acquirers is not what they have not reported': `update reconciliation.bookings set transaction_id = null where id = ${oneBooking}`,
  'what an acquirer has settled is not what it owed': `update payments.payments set connector = 'other' where id = (select transaction_id from reconciliation.bookings where id = ${oneBooking})`,
  'acquirerSettled does not fit the facts of its row': `update reconciliation.rows set fees_minor = fees_minor + 1, net_minor = net_minor - 1 where type = 'capture'`,
  'acquirerDifference does not fit the facts of its row': `update reconciliation.breaks set expected_minor = expected_minor - 1 where kind = 'amount'`,
  'acquirerDifference is in the ledger, and its history does not require it': `update reconciliation.breaks set status = 'accepted' where status = 'writtenOff'`,
  'it has no cause': 'delete from reconciliation.bookings',
}

corruptionLaw('what acquirers have reported', {
  history: historyOfReports,
  corruptions: reconciliationCorruptions,
  oneOf: 5,
  impossible,
})
