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
import { type AccountId, type HolderId, readHolderId, readUuid } from '#issuing/ids'
import { formatMoney } from '#kernel/base/money.ts'
import { dayOption, timeZoneOption } from './arguments.ts'
import { writeFileReply } from './file-reply.ts'
import { print, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

export function accountCommand(): Command {
  const account = new Command('account')
  account
    .command('list')
    .requiredOption('--holder <customerId>', 'the customer', holderOption)
    .description('the accounts of a customer, closed ones too, and what they hold')
    .action(({ holder }: { holder: HolderId }) =>
      withApp(async (app) => {
        await app.by('accounts:read')
        await printAccounts(app, await accountsOf(app.db, holder, undefined))
      }),
    )
  account
    .command('show')
    .argument('<accountId>', '', accountIdArgument)
    .description('one account')
    .action((id: AccountId) =>
      withApp(async (app) => {
        await app.by('accounts:read')
        await printAccounts(app, [await accountAt(app, id)])
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
  const { from, to, timeZone, format } = options
  await app.by('accounts:read')
  const period = { from, to, timeZone }
  const statement = await openStatement(app, { account: await accountAt(app, id), period })
  await writeFileReply('The statement', statementFile(statement, format), options)
}

async function accountAt({ db }: CommandApp, id: AccountId): Promise<Account> {
  const found = await findAccountById(db, id)
  if (!found) throw new Error(`There is no account ${id}.`)
  return found
}

async function printAccounts({ db }: CommandApp, accounts: readonly Account[]): Promise<void> {
  const facts = await Promise.all(accounts.map(async (account) => ({ ...account, ...(await fundsOf(db, account)) })))
  const rows = facts.map(({ id, holderId, currency, status, balance, held, available, createdAt }) => [
    id,
    holderId,
    currency,
    status,
    ...[balance, held, available].map(formatMoney),
    `${createdAt}`,
  ])
  const headings = ['account', 'customer', 'currency', 'status', 'balance', 'held', 'available', 'opened']
  print({ data: facts }, table(headings, rows))
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
