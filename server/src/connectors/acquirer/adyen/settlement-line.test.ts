import { expect, test } from 'vitest'
import { ReportFault, readSettlementLine } from './settlement-line.ts'

const row = {
  'Merchant Account': 'CrumbECOM',
  'Psp Reference': 'PSP0000000000001',
  'Merchant Reference': '6dd0bd4a-3f34-4b4a-9a3e-2f4a5a5e6b01',
  'Creation Date': '2026-06-15 10:00:00',
  Type: 'Settled',
  'Gross Currency': 'EUR',
  'Gross Debit (GC)': '',
  'Gross Credit (GC)': '100.00',
  'Net Currency': 'EUR',
  'Net Debit (NC)': '',
  'Net Credit (NC)': '98.87',
  'Markup (NC)': '0.6',
  'Scheme Fees (NC)': '0.234567',
  'Interchange (NC)': '0.3',
  'Batch Number': '7',
}
const read = (change: Record<string, string> = {}) => readSettlementLine({ ...row, ...change }, 2)
const amountsOf = ({ grossMinor, feesMinor, netMinor }: ReturnType<typeof read>) => [grossMinor, feesMinor, netMinor]

test('a line is read by the names of its columns, whatever else the report has', () => {
  expect(read({ 'Booking Date': '2026-06-16' })).toMatchObject({
    ...{ type: 'capture', batch: 'CrumbECOM-7', currency: 'EUR', pspReference: 'PSP0000000000001', line: 2 },
    fees: { markup: '0.6', schemeFees: '0.234567', interchange: '0.3' },
    bookedOn: Temporal.PlainDate.from('2026-06-15'),
  })
  expect(amountsOf(read())).toEqual([10_000n, 113n, 9_887n])
})

test.each([
  ['Refunded', 'refund', [-1_000n, 0n, -1_000n]],
  ['Chargeback', 'chargeback', [-1_000n, 0n, -1_000n]],
  ['SecondChargeback', 'chargeback', [-1_000n, 0n, -1_000n]],
  ['RefundedReversed', 'reinstatement', [-1_000n, 0n, -1_000n]],
  ['Fee', 'fee', [0n, 1_000n, -1_000n]],
  ['InvoiceDeduction', 'fee', [0n, 1_000n, -1_000n]],
  ['DepositCorrection', 'reserve', [-1_000n, 0n, -1_000n]],
  ['MerchantPayout', 'transfer', [-1_000n, 0n, -1_000n]],
  ['SomethingNew', 'adjustment', [-1_000n, 0n, -1_000n]],
])('%s is a %s', (type, kind, amounts) => {
  const debit = {
    'Gross Credit (GC)': '',
    'Gross Debit (GC)': '10.00',
    'Net Credit (NC)': '',
    'Net Debit (NC)': '10.00',
  }
  const line = read({ Type: type, ...debit, 'Markup (NC)': '', 'Scheme Fees (NC)': '', 'Interchange (NC)': '' })
  expect([line.type, amountsOf(line)]).toEqual([kind, amounts])
})

test('a payment that is settled in another currency has the gross amount of its settlement', () => {
  const line = read({ 'Gross Currency': 'USD', 'Gross Credit (GC)': '110.00' })
  expect([line.currency, ...amountsOf(line)]).toEqual(['EUR', 10_000n, 113n, 9_887n])
})

test.each<[Record<string, string>, string]>([
  [{ 'Net Credit (NC)': '97.00' }, 'line 2: gross less net is 3.00, and the fees come to 1.13'],
  [{ 'Gross Credit (GC)': 'a hundred' }, 'line 2: a hundred is no amount in EUR'],
  [{ 'Net Credit (NC)': '98.875' }, 'line 2: 98.875 is no amount in EUR'],
  [{ 'Net Currency': 'XXX' }, 'line 2: no merchant is paid in XXX'],
  [{ 'Batch Number': '' }, 'line 2 has no valid Batch Number'],
  [{ 'Creation Date': '15/06/2026' }, 'line 2 has no valid Creation Date'],
])('a line that does not add up is not guessed: %o', (change, message) => {
  expect(() => read(change)).toThrow(new ReportFault(message))
})
