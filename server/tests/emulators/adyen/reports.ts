import { textOf } from './currencies.ts'
import type { State } from './state.ts'

const columns = [
  ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference', 'Payment Method', 'Creation Date'],
  ...['TimeZone', 'Type', 'Modification Reference', 'Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)'],
  ...['Exchange Rate', 'Net Currency', 'Net Debit (NC)', 'Net Credit (NC)', 'Commission (NC)', 'Markup (NC)'],
  ...['Scheme Fees (NC)', 'Interchange (NC)', 'Payment Method Variant', 'Modification Merchant Reference'],
  ...['Batch Number', 'Reserved4'],
]

/** What is added to a batch by hand, such as a deposit that is held back. */
export type Extra = { type: string; value: number; currency: string }

/**
 * Closes the batch: what moved since the last one is paid out, less fees, in one file. `change` may change the lines before
 * they are written, as a mistake of the acquirer would. Returns the name of the report.
 */
export function closeBatch(
  state: State,
  address: string,
  { extras = [], change = (line) => line }: { extras?: readonly Extra[]; change?: (line: Line) => Line } = {},
): string {
  state.batches += 1
  const at = state.now().toZonedDateTimeISO('UTC')
  const date = `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
  const common = {
    'Company Account': 'Crumb',
    'Merchant Account': state.merchantAccount,
    TimeZone: 'UTC',
    'Creation Date': date,
    'Batch Number': String(state.batches),
  }
  const moved: Line[] = state.movements.map(({ type, payment, modification, value, currency }) => ({
    ...common,
    Type: type,
    'Psp Reference': payment?.pspReference ?? '',
    'Merchant Reference': payment?.reference ?? '',
    'Modification Reference': modification?.pspReference ?? '',
    'Modification Merchant Reference': modification?.reference ?? '',
    ...amounts(value, currency, type === 'Settled' ? feesOf(value) : noFees),
  }))
  const others: Line[] = extras.map(({ type, value, currency }) => ({
    ...common,
    Type: type,
    ...amounts(value, currency, noFees, false),
  }))
  const lines = [...moved, ...others].map(change)
  const payouts = [...Map.groupBy(lines, (line) => line['Net Currency'] ?? '')].map(([currency, of]) => ({
    ...common,
    Type: 'MerchantPayout',
    ...amounts(-of.reduce((sum, line) => sum + netOf(line), 0), currency, noFees, false),
  }))
  state.movements.length = 0
  const name = `settlement_detail_report_batch_${state.batches}.csv`
  const text = [columns, ...[...lines, ...payouts].map((line: Line) => columns.map((column) => line[column] ?? ''))]
    .map((cells) => cells.join(','))
    .join('\n')
  state.reports.set(name, `${text}\n`)
  state.notify({
    eventCode: 'REPORT_AVAILABLE',
    pspReference: name,
    merchantReference: '',
    amount: { currency: 'EUR', value: 0 },
    success: true,
    reason: `${address}/reports/download/MerchantAccount/${state.merchantAccount}/${name}`,
  })
  return name
}

export type Line = Readonly<Record<string, string>>
type Fees = { commission: number; markup: number; scheme: number; interchange: number }
const noFees: Fees = { commission: 0, markup: 0, scheme: 0, interchange: 0 }

/** One percent, in the four kinds that Adyen names. */
function feesOf(value: number): Fees {
  const whole = Math.trunc(value / 100)
  const interchange = Math.trunc(whole / 2)
  return {
    commission: 0,
    markup: whole - interchange - Math.trunc(whole / 4),
    scheme: Math.trunc(whole / 4),
    interchange,
  }
}

function amounts(value: number, currency: string, fees: Fees, hasGross = true): Line {
  const net = value - fees.commission - fees.markup - fees.scheme - fees.interchange
  const text = (one: number) => textOf(one, currency)
  const sides = (name: string, unit: string, one: number): Line => ({
    [`${name} Debit (${unit})`]: one < 0 ? text(-one) : '',
    [`${name} Credit (${unit})`]: one < 0 ? '' : text(one),
  })
  const gross = hasGross ? { 'Gross Currency': currency, ...sides('Gross', 'GC', value) } : {}
  return {
    ...gross,
    'Exchange Rate': '1',
    'Net Currency': currency,
    ...sides('Net', 'NC', net),
    'Commission (NC)': fees.commission === 0 ? '' : text(fees.commission),
    'Markup (NC)': fees.markup === 0 ? '' : text(fees.markup),
    'Scheme Fees (NC)': fees.scheme === 0 ? '' : text(fees.scheme),
    'Interchange (NC)': fees.interchange === 0 ? '' : text(fees.interchange),
  }
}

/** In the unit of its currency: every amount has all its decimals. */
const cents = (amount: string | undefined): number => Number((amount ?? '').replace('.', '') || 0)
const netOf = (line: Line): number => cents(line['Net Credit (NC)']) - cents(line['Net Debit (NC)'])
