import type { Acquirer, SettlementEntry } from '#connectors/acquirer/port.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { RowType } from './report.ts'
import { reportColumns } from './report-row.ts'
import { type Columns, columnsOf, rowTypeOfEntry } from './settlement-rows.ts'

/** What may be wrong with a sample, to try out what is done about it. */
export const sampleFaults = ['amount', 'fee', 'currency', 'twice', 'unknown', 'missing', 'adjustment'] as const
export type SampleFault = (typeof sampleFaults)[number]

type Sampled = SettlementEntry & { type: RowType; key: string | undefined }

/**
 * The report of a day as a file would have it, made of what a connector lists as settled: of sandboxes, for staging. The
 * largest capture in it has the fault.
 */
export async function sampleReport(
  acquirer: Pick<Acquirer, 'settlementsSince'>,
  { connector, day, fault }: { connector: string; day: Temporal.PlainDate; fault: SampleFault | undefined },
): Promise<string[]> {
  const entries = (await settledOn(acquirer, day)).map(sampled)
  const faulty = withFault(entries, fault)
  const lines = faulty.map((one) => columnsOf(connector, one))
  const transfers = [...Map.groupBy(faulty, ({ batch, gross }) => `${batch} ${gross.currency}`).values()].flatMap(
    (ofOne): Columns[] => transferOf(connector, ofOne),
  )
  const columns = reportColumns.map(({ name }) => name)
  return [columns.join(','), ...[...lines, ...transfers].map((line) => columns.map((name) => line[name]).join(','))]
}

async function settledOn(acquirer: Pick<Acquirer, 'settlementsSince'>, day: Temporal.PlainDate) {
  const found: SettlementEntry[] = []
  for (let place: string | undefined; ; ) {
    const page = await acquirer.settlementsSince(place)
    if (page.entries.length === 0) return found
    found.push(...page.entries.filter((entry) => entry.settledOn.equals(day)))
    if (page.entries.some(({ settledOn }) => Temporal.PlainDate.compare(settledOn, day) > 0)) return found
    place = page.place
  }
}

/** A refund has a key of its own. */
const sampled = (entry: SettlementEntry): Sampled => ({
  ...entry,
  type: rowTypeOfEntry(entry),
  key: entry.kind === 'refund' ? entry.id : entry.authorization,
})

function withFault(entries: readonly Sampled[], fault: SampleFault | undefined): readonly Sampled[] {
  const captures = entries.filter(({ type }) => type === 'capture')
  const first = captures.toSorted((one, other) => (one.gross.minor < other.gross.minor ? 1 : -1))[0]
  if (!first || !fault) return entries
  const { gross, fee } = first
  const made: Readonly<Record<SampleFault, () => readonly Sampled[]>> = {
    amount: () => [{ ...first, gross: { ...gross, minor: gross.minor - 1n } }],
    fee: () => [{ ...first, fee: { ...fee, minor: fee.minor + gross.minor / 10n } }],
    currency: () => [
      {
        ...first,
        gross: { ...gross, currency: other(gross.currency) },
        fee: { ...fee, currency: other(fee.currency) },
      },
    ],
    twice: () => [first, { ...first, id: `${first.id}-again` }],
    unknown: () => [{ ...first, id: `${first.id}-unknown`, key: '00000000-0000-4000-8000-000000000000' }, first],
    missing: () => [],
    adjustment: () => [first, { ...first, id: `${first.id}-adjustment`, type: 'adjustment', key: undefined }],
  }
  return entries.flatMap((entry) => (entry === first ? made[fault]() : [entry]))
}
const other = (currency: Currency): Currency => (currency === 'USD' ? 'EUR' : 'USD')

function transferOf(connector: string, entries: readonly Sampled[]): Columns[] {
  const { batch, gross, settledOn } = entries[0]!
  const net = entries.reduce((sum, one) => sum + one.gross.minor - one.fee.minor, 0n)
  const zero = money(0n, gross.currency)
  const out = money(-net, gross.currency)
  const facts = {
    id: `${batch}-transfer-${gross.currency}`,
    batch,
    type: 'transfer' as const,
    key: undefined,
    settledOn,
  }
  return net === 0n ? [] : [columnsOf(connector, { ...entries[0]!, ...facts, gross: out, fee: zero })]
}
