import type { Command } from 'commander'
import {
  closeMerchant,
  merchantRecord,
  reopenMerchant,
  requireMerchant,
  showMerchant,
  type WholeMerchant,
} from '#acquiring/merchants'
import type { MerchantId, MerchantInput } from '#core/directory'
import { merchantIdArgument } from './merchant-money.ts'
import { doneBySection, print, printWaits, section } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** What is known of a merchant, and how it leaves: docs/operating/merchants.md. */
export function addChangeCommands(merchant: Command): void {
  merchant
    .command('show')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('a merchant, its sites, and what is left of it when it closes')
    .action((id: MerchantId) =>
      withApp(async (app) => {
        await app.by('merchants:read')
        await printMerchant(app, id)
      }),
    )
  merchant
    .command('change')
    .argument('<merchantId>', '', merchantIdArgument)
    .description('change the given facts, leave the rest; an empty text removes one')
    .option('--name <name>', 'as shoppers see it')
    .option('--legal-name <name>', 'as its contract and invoices have it')
    .option('--registration-number <number>', 'in the register of companies')
    .option('--tax-number <number>', 'for value added tax')
    .option('--address <lines>', 'without the country; lines are separated by " / "', linesOption)
    .option('--country <code>', 'in two letters, such as RO')
    .option('--email <address>', 'where the merchant is reached')
    .action((id: MerchantId, { json: _json, ...changes }: MerchantInput & { json?: boolean }) =>
      withApp(async (app) => {
        const by = await app.by('merchants:change')
        await requireMerchant(app, id)
        await app.directory.changeMerchant({ by, merchantId: id, changes })
        await printMerchant(app, id)
      }),
    )
  for (const [command, use, description, done] of changes)
    merchant
      .command(command)
      .argument('<merchantId>', '', merchantIdArgument)
      .description(description)
      .action((id: MerchantId) =>
        withApp(async (app) => {
          const by = await app.by('merchants:close')
          await requireMerchant(app, id)
          const { merchant: changed, waits } = await use(app, { by, merchantId: id })
          if (waits) return printWaits(waits)
          print(merchantRecord(changed), `Merchant ${id} is ${changed.status}. ${done}`)
        }),
      )
}

const changes = [
  [
    'close',
    closeMerchant,
    'take no more payments; what runs is ended, and what is left runs out',
    'What is left: florin merchant show',
  ],
  [
    'reopen',
    reopenMerchant,
    'take payments again; subscriptions that were ended stay ended',
    'Its sites take payments again.',
  ],
] as const

const linesOption = (text: string): string => text.replaceAll(/\s*\/\s+/g, '\n')

async function printMerchant(app: CommandApp, id: MerchantId): Promise<void> {
  const shown = await showMerchant(app, await requireMerchant(app, id), { isOperator: true })
  print(shown, merchantText(shown))
}

function merchantText(shown: WholeMerchant): string {
  const facts: [string, string | undefined][] = [
    ['legal name', shown.legalName],
    ['registration', shown.registrationNumber],
    ['tax number', shown.taxNumber],
    ['address', shown.address?.replaceAll('\n', ', ')],
    ['country', shown.country],
    ['email', shown.email],
    ['since', shown.createdAt],
    ['left', shown.left && leftText(shown.left)],
  ]
  const lines = facts.flatMap(([name, text]) => (text ? [`  ${name.padEnd(12)}  ${text}`] : []))
  return [
    [`Merchant ${shown.id}: ${shown.name}, ${shown.status}`, ...lines].join('\n'),
    ...section(
      'Left of its money',
      ['currency', 'owed', 'disputed', 'reserve', 'leaving', 'why it is not paid'],
      (shown.left?.money ?? []).map((one) => [
        one.currency,
        one.owed,
        one.disputed,
        one.reserve,
        one.leaving,
        one.hindrance?.text ?? '',
      ]),
    ),
    ...section(
      'Sites',
      ['id', 'name', 'keys', 'takes payments'],
      shown.sites.map(({ id, name, live, active }) => [id, name, live ? 'live' : 'test', active ? 'yes' : 'no']),
    ),
    ...doneBySection(shown.audit),
  ].join('\n\n')
}

const leftText = ({ orders, sharingOrders, money }: NonNullable<WholeMerchant['left']>): string =>
  orders === 0 && money.length === 0
    ? 'nothing'
    : `orders: ${orders}, orders of others with shares: ${sharingOrders}, money: ${money.map((one) => one.currency).join(', ') || 'none'}`
