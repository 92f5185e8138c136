import { type Command, Option } from 'commander'
import {
  decideRefusedCapture,
  listRefusedCaptures,
  refusedCaptureRecord,
  type ShownRefusedCapture,
} from '#acquiring/processors'
import { type RefusedCaptureDecision, refusedCaptureStatuses } from '#connectors/acquirer/processor.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { connection?: string; status?: ShownRefusedCapture['status']; all?: true }

/** Captures that a processor refuses, of payments that it has approved: docs/operating/iso8583-acquirer.md. */
export function addRefusedCommands(connector: Command): void {
  connector
    .command('refused')
    .description('captures that a processor refuses, of payments that it has approved; those that are open')
    .option('--connection <name>', 'of this connection')
    .addOption(new Option('--status <status>', 'only those').choices(refusedCaptureStatuses))
    .option('--all', 'of any status')
    .action(({ connection, status, all }: ListOptions) =>
      withApp(async (app) => {
        await app.by('connectors:read')
        const wanted = status ?? (all ? undefined : 'open')
        const data = await listRefusedCaptures(app.processors, { connection, status: wanted })
        const headings = ['capture', 'connection', 'payment', 'site', 'amount', 'code', 'tries', 'since', 'status']
        print(
          { data: data.map(refusedCaptureRecord) },
          data.length === 0 ? 'There are none.' : table(headings, data.map(rowOf)),
        )
      }),
    )
  deciding(connector, 'try-again', {
    description: 'send a refused capture again, as a new request; needs florin --reason',
    decision: 'tryAgain',
    done: (id) =>
      `The capture ${id} is sent again by the next worker. If it is refused again, florin connector refused has it.`,
  })
  deciding(connector, 'give-up', {
    description: 'never capture it: its payment fails, and what is held on the card is released; needs florin --reason',
    decision: 'giveUp',
    done: (id, payment) =>
      `The capture ${id} is given up. A worker releases what is held on the card, and payment ${payment} fails within a minute.`,
  })
}

type Deciding = {
  description: string
  decision: RefusedCaptureDecision
  done(id: bigint, payment: string): string
}

const deciding = (connector: Command, name: string, { description, decision, done }: Deciding) =>
  connector
    .command(name)
    .argument('<connection>')
    .argument('<capture>', '', idArgument<bigint>('capture'))
    .description(description)
    .action((connection: string, id: bigint) =>
      withApp(async (app) => {
        const by = await app.by('payments:resolve')
        const decided = await decideRefusedCapture(app.processors, { by, connection, id, decision })
        print(refusedCaptureRecord(decided), done(id, decided.paymentId ?? '-'))
      }),
    )

const rowOf = (one: ShownRefusedCapture): string[] => [
  ...[String(one.id), one.connector, one.paymentId ?? '-', one.siteId ?? '-'],
  ...[`${formatMoney(one.amount)} ${one.amount.currency}`, one.code, String(one.tries)],
  one.refusedAt.toString({ smallestUnit: 'second' }),
  one.status,
]
