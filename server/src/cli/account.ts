import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import {
  type Account,
  accountsOf,
  findAccountById,
  fundsOf,
  openStatement,
  type StatementFormat,
  statementFile,
  statementFormats,
} from '#issuing/accounts'
import type { FileReply } from '#issuing/api'
import { type AccountId, type HolderId, readHolderId, readUuid } from '#issuing/ids'
import { formatMoney } from '#kernel/base/money.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { type CommandApp, table, withApp } from './with-app.ts'

export function accountCommand(): Command {
  const account = new Command('account').description('accounts of the customers of partners')
  account
    .command('list')
    .requiredOption('--holder <customerId>', 'the customer', holderOption)
    .description('the accounts of a customer, closed ones too, and what they hold')
    .action(({ holder }: { holder: HolderId }) =>
      withApp(async (app) => {
        await app.by('accounts:read')
        console.log(await shown(app, await accountsOf(app.db, holder, undefined)))
      }),
    )
  account
    .command('show')
    .argument('<accountId>', '', accountIdArgument)
    .description('one account')
    .action((id: AccountId) =>
      withApp(async (app) => {
        await app.by('accounts:read')
        const found = await accountAt(app, id)
        console.log(`Customer ${found.holderId}\n${await shown(app, [found])}`)
      }),
    )
  account
    .command('statement')
    .argument('<accountId>', '', accountIdArgument)
    .description('what was booked on an account from one day to another')
    .requiredOption('--from <day>', 'the first day, such as 2026-05-01', dayOption)
    .requiredOption('--to <day>', 'the last day, today at the latest', dayOption)
    .option('--time-zone <name>', 'in which days begin and end', timeZoneOption, 'UTC')
    .addOption(new Option('--format <format>', '').choices(statementFormats).default('json'))
    .option('--file <path>', 'a new file; without it, the statement is printed')
    .action((id: AccountId, options: StatementOptions) => withApp((app) => writeStatement(app, id, options)))
  return account
}

type StatementOptions = {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  timeZone: string
  format: StatementFormat
  file?: string
}

async function writeStatement(app: CommandApp, id: AccountId, options: StatementOptions): Promise<void> {
  const { from, to, timeZone, format, file } = options
  if (format === 'pdf' && file === undefined) throw new Error('A PDF is no text to print. Name a file: --file <path>.')
  await app.by('accounts:read')
  const period = { from, to, timeZone }
  const { parts } = statementFile(await openStatement(app, { account: await accountAt(app, id), period }), format)
  if (file === undefined) return print(parts)
  // Never over a file that is there already; other users of the machine may not read it.
  await writeFile(file, parts, { flag: 'wx', mode: 0o600 })
  console.log(`The statement is in ${file}.`)
}

async function print(parts: FileReply['parts']): Promise<void> {
  for await (const part of parts) process.stdout.write(part)
}

async function accountAt({ db }: CommandApp, id: AccountId): Promise<Account> {
  const found = await findAccountById(db, id)
  if (!found) throw new Error(`There is no account ${id}.`)
  return found
}

async function shown({ db }: CommandApp, accounts: readonly Account[]): Promise<string> {
  const rows = accounts.map(async (account) => {
    const { balance, held, available } = await fundsOf(db, account)
    const { id, currency, status, createdAt } = account
    return [id, currency, status, ...[balance, held, available].map(formatMoney), `${createdAt}`]
  })
  return table(['account', 'currency', 'status', 'balance', 'held', 'available', 'opened'], await Promise.all(rows))
}

function accountIdArgument(text: string): AccountId {
  const id = readUuid<AccountId>(text)
  if (!id) throw new Error(`accountId is a UUID; it is "${text}".`)
  return id
}

function holderOption(text: string): HolderId {
  const id = readHolderId(text)
  if (!id)
    throw new Error(`--holder is the id of a customer, such as cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB; it is "${text}".`)
  return id
}

function dayOption(text: string): Temporal.PlainDate {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text)
  } catch {
    // A day that the month does not have is refused below.
  }
  throw new Error(`"${text}" is no day; write it as 2026-05-31.`)
}

function timeZoneOption(text: string): string {
  const timeZone = readTimeZone(text)
  if (timeZone === undefined) throw new Error(`"${text}" is no time zone; write it as Europe/Bucharest.`)
  return timeZone
}
