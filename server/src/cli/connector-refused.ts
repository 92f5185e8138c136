import { type Command, Option } from 'commander'
import {
  decideRefusedRequest,
  listRefusedRequests,
  refusedRequestRecord,
  type ShownRefusedRequest,
} from '#acquiring/processors'
import { type RefusedRequestDecision, refusedRequestStatuses } from '#connectors/acquirer/processor.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { connection?: string; status?: ShownRefusedRequest['status']; all?: true }

/** What a processor refuses and may not refuse: docs/operating/iso8583-acquirer.md. */
export function addRefusedCommands(connector: Command): void {
  connector
    .command('refused')
    .description(
      'captures of payments that a processor has approved, and reversals of those without an answer, that it refuses; those that are open',
    )
    .option('--connection <name>', 'of this connection')
    .addOption(new Option('--status <status>', 'only those').choices(refusedRequestStatuses))
    .option('--all', 'of any status')
    .action(({ connection, status, all }: ListOptions) =>
      withApp(async (app) => {
        await app.by('connectors:read')
        const wanted = status ?? (all ? undefined : 'open')
        const data = await listRefusedRequests(app.processors, { connection, status: wanted })
        const headings = [
          'number',
          'connection',
          'request',
          'payment',
          'site',
          'amount',
          'code',
          'tries',
          'since',
          'status',
        ]
        print(
          { data: data.map(refusedRequestRecord) },
          data.length === 0 ? 'There are none.' : table(headings, data.map(rowOf)),
        )
      }),
    )
  deciding(connector, 'try-again', {
    description: 'send what was refused again, as a new request; needs florin --reason',
    decision: 'tryAgain',
    done: ({ id, request }) =>
      `The ${request} ${id} is sent again by the next worker. If it is refused again, florin connector refused has it.`,
  })
  deciding(connector, 'give-up', {
    description: 'never send it again: its payment fails; needs florin --reason',
    decision: 'giveUp',
    done: ({ id, request, paymentId = '-' }) =>
      request === 'capture'
        ? `The capture ${id} is given up. A worker releases what is held on the card, and payment ${paymentId} fails within a minute.`
        : `The reversal ${id} is given up. Payment ${paymentId} is declined within a minute; what is held on the card, if anything, lapses by itself.`,
  })
}

type Deciding = {
  description: string
  decision: RefusedRequestDecision
  done(decided: ShownRefusedRequest): string
}

const deciding = (connector: Command, name: string, { description, decision, done }: Deciding) =>
  connector
    .command(name)
    .argument('<connection>')
    .argument('<number>', '', idArgument<bigint>('number'))
    .description(description)
    .action((connection: string, id: bigint) =>
      withApp(async (app) => {
        const by = await app.by('payments:resolve')
        const decided = await decideRefusedRequest(app.processors, { by, connection, id, decision })
        print(refusedRequestRecord(decided), done(decided))
      }),
    )

const rowOf = (one: ShownRefusedRequest): string[] => [
  ...[String(one.id), one.connector, one.request, one.paymentId ?? '-', one.siteId ?? '-'],
  ...[
    `${formatMoney(one.amount)} ${one.amount.currency}`,
    one.isKnown ? one.code : `${one.code}, not known`,
    String(one.tries),
  ],
  one.refusedAt.toString({ smallestUnit: 'second' }),
  one.status,
]
