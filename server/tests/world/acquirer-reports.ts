import { createHash } from 'node:crypto'
import { importReport, type Report, type SampleFault, sampleReport } from '#acquiring/reconciliation'
import { readCsvRows } from '#kernel/base/read-csv.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

export const operator = { actor: 'operator', fromWhere: 'test', reason: 'report of the day' }

/** The reports of the sandbox of a fixture. */
export function reportsOf({ world, acquirerProxy }: Pick<PaymentsFixture, 'world' | 'acquirerProxy'>) {
  const { app, clock } = world
  const today = () => clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const lines = (fault?: SampleFault, day = today()) =>
    sampleReport(acquirerProxy, { connector: 'sandbox', day, fault })
  /** `breaksOffAt`: a row that can be read twice, when it is checked, and not a third time. */
  const imports = (
    csv: readonly string[],
    name = 'report.csv',
    { breaksOffAt }: { breaksOffAt?: number } = {},
  ): Promise<Report> => {
    let reads = 0
    return importReport(app, {
      by: operator,
      name,
      rows: () => rowsOf(csv, ++reads > 2 ? breaksOffAt : undefined),
      digest: () => createHash('sha256').update(csv.join('\n')).digest(),
    })
  }
  return {
    /** The report that came today, about what moved yesterday. */
    lines,
    imports,
    importsToday: async (fault?: SampleFault): Promise<Report> => imports(await lines(fault)),
  }
}

async function* rowsOf(csv: readonly string[], breaksOffAt: number | undefined) {
  type Parsed = { record: Record<string, string>; info: { lines: number } }
  for await (const { record, info } of readCsvRows<Parsed>([csv.join('\n')], { columns: true })) {
    if (info.lines === breaksOffAt) throw new Error('it broke off')
    yield { line: info.lines, columns: record }
  }
}
