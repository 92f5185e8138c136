import { Command } from 'commander'
import { addMoneyCommands } from './merchant-money.ts'
import { table, withApp } from './with-app.ts'

export function merchantCommand(): Command {
  const merchant = new Command('merchant').description('the businesses that receive payments')
  merchant
    .command('add <name>')
    .description('add a merchant')
    .action((name: string) =>
      withApp(async ({ directory, by }) => {
        const { id } = await directory.createMerchant({ by: await by('merchants:create'), name })
        console.log(`Merchant ${id} is created. Add a site: florin site add ${id} "Web shop" --currencies EUR`)
      }),
    )
  merchant
    .command('list')
    .description('all merchants')
    .action(() =>
      withApp(async ({ directory }) => {
        const merchants = await directory.listMerchants({ limit: 1000 })
        console.log(
          table(
            ['id', 'name', 'since'],
            merchants.map((one) => [String(one.id), one.name, one.createdAt.toString()]),
          ),
        )
      }),
    )
  addMoneyCommands(merchant)
  return merchant
}
