import { Command } from 'commander'
import {
  addConnection,
  type Changed,
  checkConnection,
  clearDefault,
  credentialsOf,
  disableConnection,
  enableConnection,
  findConnection,
  lastMadeDefault,
  listConnections,
  makeDefault,
  type ProcessorsContext,
  type RecordedConnection,
  readMessageFigures,
  replaceCredentials,
  requireKind,
} from '#acquiring/processors'
import { durationOption } from './arguments.ts'
import { type FieldOptions, readFieldsOf, withFields } from './connector-fields.ts'
import { addRefusedCommands } from './connector-refused.ts'
import { addTotalsCommands } from './connector-totals.ts'
import { connectorWebhooksCommand } from './connector-webhooks.ts'
import { print, printWaits, table } from './printing.ts'
import { withApp } from './with-app.ts'

type ChangeOptions = FieldOptions & { unchecked?: true }

export function connectorCommand(): Command {
  const connector = new Command('connector')
  addReadingCommands(connector)
  addCredentialCommands(connector)
  addUseCommands(connector)
  addRefusedCommands(connector)
  addTotalsCommands(connector)
  return connector.addCommand(connectorWebhooksCommand())
}

function addReadingCommands(connector: Command): void {
  connector
    .command('kinds')
    .description('the kinds of processors that this program connects to, and the fields of each')
    .action(() =>
      withApp(async ({ processors, by }) => {
        await by('connectors:read')
        const kinds = Object.values(processors.kinds).map(({ kind, title, fields }) => ({ kind, title, fields }))
        const texts = kinds.map(({ kind, title, fields }) =>
          [`${kind}: ${title}`, ...fields.map((field) => `  ${fieldText(field)}`)].join('\n'),
        )
        print({ data: kinds }, texts.join('\n\n') || 'This program connects to no processor.')
      }),
    )
  connector
    .command('list')
    .description('the connections of this installation')
    .action(() =>
      withApp(async ({ db, connectors, by }) => {
        await by('connectors:read')
        const [data, figures] = await Promise.all([listConnections(db), readMessageFigures(db)])
        const headings = ['name', 'kind', 'mode', 'account', 'state', 'last check', 'last webhook', 'waiting', 'parked']
        const rows = data.map((one) => {
          const found = figures.find(({ connection }) => connection === one.name)
          const received = found?.lastReceivedAt?.toString({ smallestUnit: 'second' }) ?? '-'
          return [...rowOf(one), received, String(found?.waiting ?? 0), String(found?.parked ?? 0)]
        })
        const none = 'No processor is connected. Connect one: florin connector add <kind> <name>.'
        print({ data }, data.length === 0 ? none : `${table(headings, rows)}\n\n${restText(data, connectors.ids[0]!)}`)
      }),
    )
  connector
    .command('show <name>')
    .description('a connection, its fields and the address of its webhooks; no secret')
    .action((name: string) =>
      withApp(async ({ db, processors, by }) => {
        await by('connectors:read')
        const connection = await findConnection(db, name)
        if (!connection) throw new Error(`There is no connection ${name}. Which there are: florin connector list.`)
        const credentials = (await credentialsOf(db, connection.name)).map(({ sealed: _, ...one }) => one)
        const webhooks = webhooksOf(processors, connection)
        const text = [
          table(['name', 'kind', 'mode', 'account', 'state', 'last check'], [rowOf(connection)]),
          webhooks ? `Webhooks go to ${webhooks}` : 'It sends no webhooks',
          table(
            ['since', 'until', 'fields'],
            credentials.map(({ createdAt, expiresAt, fields }) => [
              createdAt.toString({ smallestUnit: 'second' }),
              expiresAt?.toString({ smallestUnit: 'second' }) ?? '-',
              Object.entries(fields)
                .map((pair) => pair.join('='))
                .join(' '),
            ]),
          ),
        ].join('\n\n')
        print({ ...connection, webhooks, credentials }, text)
      }),
    )
}

function addCredentialCommands(connector: Command): void {
  withFields(connector.command('add <kind> <name>').description('connect an account at a processor'))
    .option('--unchecked', 'without the call that tries the credentials')
    .action((kind: string, name: string, { unchecked, ...options }: ChangeOptions) =>
      withApp(async (app) => {
        const by = await app.by('connectors:change')
        const given = await readFieldsOf(requireKind(app.processors, kind), options)
        const changed = await addConnection(app.processors, { by, kind, name, given, unchecked: unchecked === true })
        if (changed.waits) return printWaits(changed.waits)
        const text = [
          `${name} is connected${accountText(changed)}. Start the programs again: they open it then.`,
          ...webhooksText(app.processors, { kind, name }),
          ...(changed.check?.notes ?? []),
        ]
        print({ ...changed.connection, check: changed.check }, text.join('\n'))
      }),
    )
  connector
    .command('check <name>')
    .description('try a connection by a call that changes nothing')
    .action((name: string) =>
      withApp(async (app) => {
        await app.by('connectors:check')
        const check = await checkConnection(app.processors, name)
        if (!check.works) throw new Error(`${name} does not work: ${check.problem}`)
        print(check, [`${name} works, account ${check.account}.`, ...check.notes].join('\n'))
      }),
    )
  withFields(
    connector
      .command('replace-credentials <name>')
      .description('use other credentials from now on; a field that is not given keeps its value'),
  )
    .option('--overlap <duration>', 'how long the earlier ones count for webhooks; PT24H unless given', durationOption)
    .option('--unchecked', 'without the call that tries the credentials')
    .action((name: string, { unchecked, overlap, ...options }: ChangeOptions & { overlap?: Temporal.Duration }) =>
      withApp(async (app) => {
        const by = await app.by('connectors:change')
        const connection = await findConnection(app.db, name)
        if (!connection) throw new Error(`There is no connection ${name}. Which there are: florin connector list.`)
        const given = await readFieldsOf(requireKind(app.processors, connection.kind), options)
        const input = { by, name, given, overlap, unchecked: unchecked === true }
        const { previousUntil, ...changed } = await replaceCredentials(app.processors, input)
        if (changed.waits) return printWaits(changed.waits)
        const text = `The credentials of ${name} are replaced${accountText(changed)}. Running programs use them within seconds. Webhooks that are signed with the earlier ones are taken until ${previousUntil}.`
        print({ ...changed.connection, check: changed.check, previousUntil }, text)
      }),
    )
}

function addUseCommands(connector: Command): void {
  const changing = (
    name: 'disable' | 'enable' | 'default',
    description: string,
    {
      change,
      done,
    }: {
      change: typeof disableConnection
      done: (connection: RecordedConnection, first: string | undefined) => string
    },
  ) =>
    connector
      .command(`${name} <name>`)
      .description(`${description}; needs florin --reason`)
      .action((connection: string) =>
        withApp(async (app) => {
          const changed = await change(app.processors, { by: await app.by('connectors:change'), name: connection })
          print(changed, done(changed, app.connectors.ids[0]))
        }),
      )
  changing('disable', 'cut a connection off: nothing is sent to it, and no webhook of it is taken', {
    change: disableConnection,
    done: ({ name }, first) => {
      const text = `${name} is cut off. What it has under way waits. Running programs know it within seconds.`
      return name === first ? `${text}\n${ofDefault}` : text
    },
  })
  changing('enable', 'use a connection again', {
    change: enableConnection,
    done: ({ name }) => `${name} is enabled. Programs that were started without it open it when they start again.`,
  })
  changing('default', 'send it what no rule of routing sends elsewhere', {
    change: makeDefault,
    done: ({ name }) => `${name} is the default once the programs are started again.`,
  })
  connector
    .command('no-default')
    .description('no connection is the default: the sandbox in staging, the oldest connection in production')
    .action(() =>
      withApp(async (app) => {
        await clearDefault(app.processors, { by: await app.by('connectors:change') })
        print({ default: null }, 'No connection is the default once the programs are started again.')
      }),
    )
}

/** A running program has the default that it was started with. */
const ofDefault =
  'It was the default: what no rule of routing sends elsewhere is refused (payments_paused) until it is enabled, until a rule names another connection (florin routing add), or until the programs are started again.'

/**
 * Where goes what no rule of routing sends elsewhere; `first` is the default of a program that would start now. A command opens
 * where a program would not start: then no connector takes anything.
 */
function restText(all: readonly RecordedConnection[], first: string): string {
  const chosen = lastMadeDefault(all)
  const since = first === 'none' ? 'refuse it too' : `send it to ${first}`
  if (chosen?.disabledAt)
    return `${chosen.name} is the default and is disabled. Programs that were started before refuse what no rule of routing sends elsewhere (payments_paused); those that were started since ${since}.`
  return first === 'none'
    ? 'No connection takes payments.'
    : `What no rule of routing sends elsewhere goes to ${first}.`
}

type Named = { kind: string; name: string }

/** Where a processor of this kind delivers its webhooks; null when it sends none. */
const webhooksOf = ({ kinds, publicUrl }: ProcessorsContext, { kind, name }: Named): string | null =>
  kinds[kind]?.sendsWebhooks === false ? null : `${publicUrl}/webhooks/${name}`

const webhooksText = (ctx: ProcessorsContext, connection: Named): string[] => {
  const webhooks = webhooksOf(ctx, connection)
  return webhooks ? [`Let the processor send its webhooks to ${webhooks}`] : []
}

const accountText = ({ check }: Changed): string =>
  check ? `, account ${check.account}` : ', not tried yet: florin connector check'

const fieldText = ({
  name,
  help,
  isSecret,
  isRequired,
}: {
  name: string
  help: string
  isSecret: boolean
  isRequired: boolean
}) => `${name} (${[isSecret ? 'secret' : 'shown', isRequired ? 'required' : 'optional'].join(', ')}): ${help}`

const rowOf = ({ name, kind, mode, account, disabledAt, defaultAt, checkedAt, checkProblem }: RecordedConnection) => [
  name,
  kind,
  mode,
  account ?? '-',
  disabledAt ? 'disabled' : defaultAt ? 'enabled, default' : 'enabled',
  checkedAt ? `${checkedAt.toString({ smallestUnit: 'second' })} ${checkProblem ?? 'works'}` : '-',
]
