import { Command, Option } from 'commander'
import {
  findConnection,
  type MessageId,
  messageStatuses,
  pageOfMessages,
  type RecordedMessage,
  replayMessage,
  requireMessage,
} from '#acquiring/processors'
import { countOption, idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ListOptions = { connection?: string; status?: RecordedMessage['status']; page: number }

/** What processors have sent by themselves. */
export function connectorWebhooksCommand(): Command {
  const webhooks = new Command('webhooks').description('what processors have sent by themselves')
  const idOf = idArgument<MessageId>('webhook')
  webhooks
    .command('list')
    .description('newest first')
    .option('--connection <name>', 'of this connection')
    .addOption(new Option('--status <status>', 'only those').choices(messageStatuses))
    .option('--page <n>', 'which page', countOption('--page', 1_000_000), 1)
    .action(({ connection: name, ...wanted }: ListOptions) =>
      withApp(async ({ db, by }) => {
        await by('connectors:read')
        const connection = name === undefined ? undefined : (await findConnection(db, name))?.name
        if (name !== undefined && !connection)
          throw new Error(`There is no connection ${name}. Which there are: florin connector list.`)
        const { data, total } = await pageOfMessages(db, { ...wanted, connection, size })
        const headings = ['webhook', 'connection', 'id', 'type', 'received', 'status', 'tries', 'note']
        const all = table(headings, data.map(rowOf))
        const text = total > wanted.page * size ? `${all}\n${total} in all; more with --page ${wanted.page + 1}.` : all
        print({ data, page: wanted.page, size, total }, data.length === 0 ? 'There are none.' : text)
      }),
    )
  webhooks
    .command('show')
    .argument('<webhook>', '', idOf)
    .description('one of them; its body is not shown, since it may name cardholders')
    .action((id: MessageId) =>
      withApp(async ({ db, by }) => {
        await by('connectors:read')
        const message = await requireMessage({ db }, id)
        const lines = Object.entries(message).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        )
        print(message, table(['', ''], lines))
      }),
    )
  webhooks
    .command('replay')
    .argument('<webhook>', '', idOf)
    .description('apply it again at once; one that was applied ends the same; needs florin --reason')
    .action((id: MessageId) =>
      withApp(async (app) => {
        const message = await replayMessage(app, { by: await app.by('connectors:replay'), id })
        print(message, `Webhook ${id} of ${message.connection} is applied again by the next worker.`)
      }),
    )
  return webhooks
}
const size = 50

const rowOf = ({ id, connection, messageId, type, receivedAt, status, tries, note }: RecordedMessage): string[] => [
  String(id),
  connection,
  messageId,
  type,
  receivedAt.toString({ smallestUnit: 'second' }),
  status,
  String(tries),
  note ?? '-',
]
