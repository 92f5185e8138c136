import { type Command, Option } from 'commander'
import { existingMerchant, readCurrency } from '#acquiring/merchant-payouts'
import {
  currencyOf,
  merchantNameOf,
  openSettlementReport,
  openStatement,
  reportFile,
  type StatementFormat,
  statementFile,
  statementFormats,
} from '#acquiring/statements'
import type { MerchantId, SiteId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import { dayOption, siteIdArgument, timeZoneOption } from './arguments.ts'
import { writeFileReply } from './file-reply.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** What happened to the money of a merchant: docs/merchant-guide/statements.md. */
export function addStatementCommands(merchant: Command): void {
  withDays(merchant.command('statement'))
    .description('every movement of what a merchant is owed, from one day to another')
    .option('--currency <code>', 'of a merchant with several', readCurrency)
    .action((merchantId: MerchantId, options: Options) => withApp((app) => writeStatement(app, merchantId, options)))
  withDays(merchant.command('settlement-report'))
    .description('the transactions of a merchant with fee, net, batch and payout, from one day to another')
    .option('--site <siteId>', 'of one of its sites', siteIdArgument)
    .option('--currency <code>', 'in one currency', readCurrency)
    .action((merchantId: MerchantId, options: Options) => withApp((app) => writeReport(app, merchantId, options)))
}

const withDays = (command: Command): Command =>
  command
    .argument('<merchantId>', '', merchantIdArgument)
    .requiredOption('--from <day>', 'the first day, such as 2026-05-01', dayOption)
    .requiredOption('--to <day>', 'the last day, today at the latest', dayOption)
    .option('--time-zone <name>', 'in which days begin and end', timeZoneOption, 'UTC')
    .addOption(new Option('--format <format>', '').choices(statementFormats).default('json'))
    .option('--file <path>', 'a new file; without it, it is printed')

type Options = {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  timeZone: string
  format: StatementFormat
  file?: string
  currency?: Currency
  site?: SiteId
}

async function writeStatement(app: CommandApp, merchantId: MerchantId, options: Options): Promise<void> {
  const { from, to, timeZone, format } = options
  await app.by('settlements:read')
  await existingMerchant(app, merchantId)
  const currency = await currencyOf(app.db, { merchantId, asked: options.currency })
  const statement = await openStatement(app, { merchantId, currency, period: { from, to, timeZone } })
  await writeFileReply(
    'The statement',
    statementFile(statement, format, await merchantNameOf(app, merchantId)),
    options,
  )
}

async function writeReport(app: CommandApp, merchantId: MerchantId, options: Options): Promise<void> {
  const { from, to, timeZone, format, site: siteId, currency } = options
  await app.by('settlements:read')
  await existingMerchant(app, merchantId)
  const period = { from, to, timeZone }
  const report = await openSettlementReport(app, { merchantId, siteId, currency, period })
  await writeFileReply('The report', reportFile(report, format, await merchantNameOf(app, merchantId)), options)
}
