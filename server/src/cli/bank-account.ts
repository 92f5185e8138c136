import { Command } from 'commander'
import {
  type AccountNumberInput,
  addBankAccount,
  type BankAccount,
  type BankAccountId,
  bankAccountRecord,
  bankAccountsOf,
  changeBankAccount,
  existingMerchant,
  lastFour,
  readCurrency,
} from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import { idArgument } from './arguments.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type AddOptions = AccountNumberInput & { currency: string; holder: string }

/** Where merchants receive their money. */
export function bankAccountCommand(): Command {
  const account = new Command('bank-account')
  account
    .command('list')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('the bank accounts of a merchant, newest first; the newest of a currency counts')
    .action((merchantId: MerchantId) =>
      withApp(async (app) => {
        await app.by('bank-accounts:read')
        await existingMerchant(app, merchantId)
        const accounts = await bankAccountsOf(app.db, merchantId)
        print({ data: accounts.map(bankAccountRecord) }, table(headings, accounts.map(rowOf)))
      }),
    )
  account
    .command('add')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('add the bank account that a merchant is paid to from now on')
    .requiredOption('--currency <code>', 'the currency that is paid there')
    .requiredOption('--holder <name>', 'the name of the account holder')
    .option('--iban <iban>')
    .option('--account-number <number>', 'where there is no IBAN, with --bic and --country')
    .option('--bic <bic>')
    .option('--country <code>')
    .action((merchantId: MerchantId, { currency, holder, ...number }: AddOptions) =>
      withApp(async (app) => {
        const by = await app.by('bank-accounts:change')
        await existingMerchant(app, merchantId)
        const input = { ...number, by, merchantId, currency: readCurrency(currency), holderName: holder }
        const { bankAccount, waits } = await addBankAccount(app, input)
        print(
          waits ? { waits } : bankAccountRecord(bankAccount!),
          waits
            ? `Approval ${waits.id} is requested. When another person has approved it, run the same command again.`
            : `Bank account ${bankAccount!.id} is added; it is paid to from ${bankAccount!.usableAt} on.`,
        )
      }),
    )
  for (const [action, description] of changes) {
    const command = account
      .command(action)
      .argument('<merchantId>', '', merchantIdArgument)
      .argument('<bankAccountId>', '', idArgument('bankAccountId'))
      .description(description)
      .action((merchantId: MerchantId, id: BankAccountId, { holdReason }: { holdReason?: string }) =>
        withApp(async (app) => {
          const by = await app.by('bank-accounts:change')
          const changed = await changeBankAccount(app, { by, merchantId, id, action, holdReason })
          print(bankAccountRecord(changed), `Bank account ${id} is ${changed.status}.`)
        }),
      )
    if (action === 'release') command.option('--hold-reason <reason>', 'which of several holds ends')
  }
  return account
}

const changes = [
  ['hold', 'pay nothing to a bank account'],
  ['release', 'a bank account that was held is right after all'],
  ['remove', 'remove a bank account: nothing is paid until another one is added'],
] as const

const headings = ['id', 'currency', 'holder', 'number', 'country', 'status', 'usable from', 'held because']
const rowOf = (account: BankAccount): string[] => [
  String(account.id),
  account.currency,
  account.holderName,
  `…${lastFour(account)}`,
  account.country,
  account.status,
  account.usableAt.toString({ smallestUnit: 'second' }),
  account.holds.join('; '),
]
