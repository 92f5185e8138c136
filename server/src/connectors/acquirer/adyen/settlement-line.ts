import { z } from 'zod'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type Currency, formatMoney, money, parseMoney } from '#kernel/base/money.ts'

/** A line of a settlement details report as our reports have it, before its keys were looked up. */
export type SettlementLine = {
  line: number
  merchantAccount: string
  batch: string
  journalType: string
  type: LineType
  merchantReference: string
  modificationReference: string
  modificationMerchantReference: string
  pspReference: string
  currency: Currency
  grossMinor: bigint
  feesMinor: bigint
  netMinor: bigint
  fees: Readonly<Record<string, string>>
  bookedOn: Temporal.PlainDate
}
export type LineType =
  | 'capture'
  | 'reversal'
  | 'refund'
  | 'chargeback'
  | 'representment'
  | 'reinstatement'
  | 'captureFailure'
  | 'fee'
  | 'reserve'
  | 'adjustment'
  | 'transfer'

/**
 * Adyen's types of lines (docs.adyen.com, "Settlement details report", as of July 2026). A type that is not here is an
 * adjustment, which a person looks at. A balance that is taken over into the next batch is held back until then.
 */
const types: Readonly<Record<string, LineType>> = {
  Settled: 'capture',
  Refunded: 'refund',
  RefundedReversed: 'reinstatement',
  CaptureFailed: 'captureFailure',
  Chargeback: 'chargeback',
  SecondChargeback: 'chargeback',
  ChargebackReversed: 'representment',
  Fee: 'fee',
  MiscCosts: 'fee',
  PaymentCost: 'fee',
  InvoiceDeduction: 'fee',
  DepositCorrection: 'reserve',
  Balancetransfer: 'reserve',
  MerchantPayout: 'transfer',
}

/** A report does not add up, or lacks what it must have. */
export class ReportFault extends Error {
  override readonly name = 'ReportFault'
}

/** By the names of the header line, whose order differs between accounts. */
const row = z.object({
  'Merchant Account': z.string().min(1),
  'Psp Reference': z.string().default(''),
  'Merchant Reference': z.string().default(''),
  'Creation Date': z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  Type: z.string().min(1),
  'Modification Reference': z.string().default(''),
  'Modification Merchant Reference': z.string().default(''),
  'Gross Currency': z.string().default(''),
  'Gross Debit (GC)': z.string().default(''),
  'Gross Credit (GC)': z.string().default(''),
  'Net Currency': z.string().min(3),
  'Net Debit (NC)': z.string(),
  'Net Credit (NC)': z.string(),
  'Commission (NC)': z.string().default(''),
  'Markup (NC)': z.string().default(''),
  'Scheme Fees (NC)': z.string().default(''),
  'Interchange (NC)': z.string().default(''),
  'Batch Number': z.string().regex(/^\d{1,12}$/),
})
type Row = z.output<typeof row>

/** @throws ReportFault, with the line and the column. */
export function readSettlementLine(unchecked: unknown, line: number): SettlementLine {
  const parsed = row.safeParse(unchecked)
  if (!parsed.success) {
    const columns = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new ReportFault(`line ${line} has no valid ${columns}`)
  }
  const read = parsed.data
  const type = types[read.Type] ?? 'adjustment'
  const amounts = amountsOf(read, type, line)
  return {
    line,
    merchantAccount: read['Merchant Account'],
    batch: `${read['Merchant Account']}-${read['Batch Number']}`,
    journalType: read.Type,
    type,
    merchantReference: read['Merchant Reference'],
    modificationReference: read['Modification Reference'],
    modificationMerchantReference: read['Modification Merchant Reference'],
    pspReference: read['Psp Reference'],
    ...amounts,
    bookedOn: Temporal.PlainDate.from(read['Creation Date'].slice(0, 10)),
  }
}

type Amounts = Pick<SettlementLine, 'currency' | 'grossMinor' | 'feesMinor' | 'netMinor' | 'fees'>

/**
 * What a line comes to. Fees are what Adyen has kept of the gross amount; their parts may have more decimals than the
 * currency and must come to that within a minor unit. Of a payment in another currency than it is settled in, the gross
 * amount is that of the settlement.
 */
function amountsOf(read: Row, type: LineType, line: number): Amounts {
  const at = `line ${line}`
  const currency = isoCurrencies.find((known) => known === read['Net Currency'])
  if (!currency) throw new ReportFault(`${at}: no merchant is paid in ${read['Net Currency']}`)
  const netMinor = sideOf(read['Net Credit (NC)'], currency, at) - sideOf(read['Net Debit (NC)'], currency, at)
  const fees = partsOf(read)
  const common = { currency, netMinor, fees }
  if (type === 'fee') return { ...common, grossMinor: 0n, feesMinor: -netMinor }
  if (type === 'transfer' || type === 'reserve' || type === 'adjustment')
    return { ...common, grossMinor: netMinor, feesMinor: 0n }
  const sum = sumOf(fees, currency, at)
  if (read['Gross Currency'] !== currency) return { ...common, grossMinor: netMinor + sum, feesMinor: sum }
  const grossMinor = sideOf(read['Gross Credit (GC)'], currency, at) - sideOf(read['Gross Debit (GC)'], currency, at)
  const feesMinor = grossMinor - netMinor
  const apart = feesMinor - sum
  if (apart > 1n || apart < -1n)
    throw new ReportFault(
      `${at}: gross less net is ${formatMoney(money(feesMinor, currency))}, and the fees come to ${formatMoney(money(sum, currency))}`,
    )
  return { ...common, grossMinor, feesMinor }
}

/** Reports have amounts as decimal text, whatever the unit of the API is: its digits are read with our own scale. */
function sideOf(text: string, currency: Currency, at: string): bigint {
  if (text === '') return 0n
  const amount = parseMoney(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
  if (!amount) throw new ReportFault(`${at}: ${text} is no amount in ${currency}`)
  return amount.minor
}

function partsOf(read: Row): Record<string, string> {
  const parts = {
    commission: read['Commission (NC)'],
    markup: read['Markup (NC)'],
    schemeFees: read['Scheme Fees (NC)'],
    interchange: read['Interchange (NC)'],
  }
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''))
}

/** In minor units, rounded half away from zero once the parts are summed with all their decimals. */
function sumOf(fees: Readonly<Record<string, string>>, currency: Currency, at: string): bigint {
  const exact = Object.values(fees).reduce((sum, text) => sum + exactly(text, at), 0n)
  const perMinor = 10n ** BigInt(decimals) / 10n ** BigInt(formatMoney(money(0n, currency)).split('.')[1]?.length ?? 0)
  const half = perMinor / 2n
  return (exact < 0n ? exact - half : exact + half) / perMinor
}

function exactly(text: string, at: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === undefined) throw new ReportFault(`${at}: ${text} is no amount`)
  const value = BigInt(whole + part.padEnd(decimals, '0'))
  return sign === '-' ? -value : value
}
const decimals = 12
