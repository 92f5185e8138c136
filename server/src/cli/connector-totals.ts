import { type Command, Option } from 'commander'
import { closeTotals, listTotals, totalsRecord } from '#acquiring/processors'
import { type DayTotals, type Totals, totalsStatuses } from '#connectors/acquirer/processor.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { connection?: string; status?: DayTotals['status'] }

/** What business days have come to, here and at hosts of acquirers: docs/operating/iso8583-acquirer.md. */
export function addTotalsCommands(connector: Command): void {
  connector
    .command('totals')
    .description('what business days have come to, here and at hosts of acquirers, newest first')
    .option('--connection <name>', 'of this connection')
    .addOption(new Option('--status <status>', 'only those').choices(totalsStatuses))
    .action((options: ListOptions) =>
      withApp(async (app) => {
        await app.by('connectors:read')
        const data = await listTotals(app.processors, options)
        const headings = ['number', 'connection', 'day', 'currency', 'status', 'code', 'line', 'ours', 'theirs', '']
        const shown = data.slice(0, shownMax)
        print(
          { data: data.map(totalsRecord) },
          data.length === 0 ? 'There are none.' : table(headings, shown.flatMap(rowsOf)),
        )
      }),
    )
  connector
    .command('close-totals')
    .argument('<connection>')
    .argument('<number>', '', idArgument<bigint>('number'))
    .description(
      'close totals that are out of balance, or that have no answer, with an explanation; needs florin --reason',
    )
    .action((connection: string, id: bigint) =>
      withApp(async (app) => {
        const by = await app.by('settlements:resolve')
        const closed = await closeTotals(app.processors, { by, connection, id })
        print(totalsRecord(closed), `The totals ${id} of ${closed.day} are closed. Nothing was booked.`)
      }),
    )
}
/** As many as one reads; JSON has all of them. */
const shownMax = 60

/** A row for each line that differs; of a day in balance, its net alone. */
function rowsOf(one: DayTotals): string[][] {
  const { id, connector, day, currency, status, code, ours, theirs, differing } = one
  const lines = differing.length > 0 ? differing : (['net'] as const)
  return lines.map((line, index) => [
    ...(index === 0 ? [String(id), connector, String(day), currency, status, code ?? '-'] : ['', '', '', '', '', '']),
    ...[line, lineText(ours[line]), lineText(theirs?.[line])],
    differing.length > 0 ? 'differs' : '',
  ])
}

const lineText = ({ count, amount }: Totals['net'] = {}): string => {
  if (!amount) return count === undefined ? '-' : String(count)
  return count === undefined ? formatMoney(amount) : `${formatMoney(amount)} (${count})`
}
