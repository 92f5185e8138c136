import { Command } from 'commander'
import { everyMerchant } from '#core/directory'
import { addBillingCommand } from './fee-invoice.ts'
import { addChangeCommands } from './merchant-change.ts'
import { addMoneyCommands } from './merchant-money.ts'
import { addStatementCommands } from './merchant-statement.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function merchantCommand(): Command {
  const merchant = new Command('merchant')
  merchant
    .command('add <name>')
    .description('add a merchant')
    .action((name: string) =>
      withApp(async ({ directory, by }) => {
        const created = await directory.createMerchant({ by: await by('merchants:create'), name })
        const { id } = created
        print(created, `Merchant ${id} is created. Add a site: florin site add ${id} "Web shop" --currencies EUR`)
      }),
    )
  merchant
    .command('list')
    .description('all merchants')
    .action(() =>
      withApp(async ({ directory, by }) => {
        await by('merchants:read')
        const merchants = await everyMerchant(directory)
        const rows = merchants.map((one) => [String(one.id), one.name, one.status, one.createdAt.toString()])
        print({ data: merchants }, table(['id', 'name', 'status', 'since'], rows))
      }),
    )
  addChangeCommands(merchant)
  addMoneyCommands(merchant)
  addStatementCommands(merchant)
  addBillingCommand(merchant)
  return merchant
}
