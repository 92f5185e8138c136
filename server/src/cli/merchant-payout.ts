import { readFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import {
  createPayoutByHand,
  existingMerchant,
  explainPayout,
  findPayout,
  importBankFile,
  listPayouts,
  type ManualAction,
  type MerchantPayout,
  type MerchantPayoutId,
  makePayoutFile,
  merchantPayoutStates,
  type PayoutStatus,
  payoutRecord,
  readAmount,
  readCurrency,
  resolvePayoutManually,
} from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import { formatMoney } from '#kernel/base/money.ts'
import { countOption, idArgument } from './arguments.ts'
import { exitCodes } from './failure.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { openNewFile } from './new-file.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** Payouts to bank accounts of merchants: docs/operating/merchant-payouts.md. */
export function merchantPayoutCommand(): Command {
  const payout = new Command('merchant-payout')
  addReadingCommands(payout)
  payout
    .command('create')
    .description('pay a merchant now, whatever its schedule')
    .requiredOption('--merchant <merchantId>', '', merchantIdArgument)
    .option('--amount <amount>', 'such as 100.00; without it all that is available')
    .option('--currency <code>', '', 'EUR')
    .action(({ merchant: merchantId, amount, currency: code }: CreateOptions) =>
      withApp(async (app) => {
        const by = await app.by('merchant-payouts:create')
        await existingMerchant(app, merchantId)
        const currency = readCurrency(code)
        const input = {
          by,
          merchantId,
          currency,
          amount: amount === undefined ? undefined : readAmount(amount, currency),
        }
        const { payout: created, waits } = await createPayoutByHand(app, input)
        print(
          waits ? { waits } : payoutRecord(created!),
          waits
            ? `Approval ${waits.id} is requested. When another person has approved it, run the same command again.`
            : `Payout ${created!.id} of ${amountOf(created!)} is created.`,
        )
      }),
    )
  for (const [name, action, permission, description] of actions) {
    const command = payout
      .command(name)
      .argument('<payoutId>', '', idArgument('payoutId'))
      .description(description)
      .option('--reference <text>', 'what the bank calls it')
    if (action === 'return') command.option('--charge <amount>', 'what banks have kept of it, such as 2.50')
    command.action((id: MerchantPayoutId, { reference: bankReference, charge: uncheckedCharge }: ActionOptions) =>
      withApp(async (app) => {
        const by = await app.by(permission)
        const changed = await resolvePayoutManually(app, { by, id, action, bankReference, uncheckedCharge })
        print(payoutRecord(changed), `Payout ${id} of ${amountOf(changed)} is ${changed.status}${chargeText(changed)}.`)
      }),
    )
  }
  addFileCommands(payout)
  return payout
}

type CreateOptions = { merchant: MerchantId; amount?: string; currency: string }
type ActionOptions = { reference?: string; charge?: string }
type ListOptions = { merchant?: MerchantId; status?: PayoutStatus; page?: number; limit?: number }

const actions = [
  ['cancel', 'cancel', 'merchant-payouts:cancel', 'cancel a payout before the bank has it'],
  ['submitted', 'submit', 'merchant-payouts:submit', 'you have given a payout to the bank by other means than a file'],
  ['paid', 'pay', 'merchant-payouts:resolve', 'the bank has paid a payout'],
  ['failed', 'fail', 'merchant-payouts:resolve', 'the bank has refused a payout; the merchant is owed it again'],
  ['returned', 'return', 'merchant-payouts:resolve', 'a payout came back; its bank account is held'],
] as const satisfies readonly (readonly [string, ManualAction, `merchant-payouts:${string}`, string])[]

function addReadingCommands(payout: Command): void {
  payout
    .command('list')
    .description('payouts, newest first')
    .option('--merchant <merchantId>', 'of one merchant', merchantIdArgument)
    .addOption(new Option('--status <status>').choices(merchantPayoutStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action(({ merchant, status, page = 1, limit = 50 }: ListOptions) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        const filter = { merchantIds: merchant === undefined ? undefined : [merchant], status }
        const { data, total } = await listPayouts(app.db, filter, { page, size: limit })
        const all = table(['id', 'merchant', 'amount', 'status', 'day', 'created', 'end-to-end id'], data.map(rowOf))
        print({ data: data.map(payoutRecord), page, size: limit, total }, `${all}\n${data.length} of ${total}`)
      }),
    )
  payout
    .command('show')
    .argument('<payoutId>', '', idArgument('payoutId'))
    .description('a payout: what it is made of, and what has happened to it')
    .action((id: MerchantPayoutId) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        const found = await findPayout(app.db, id)
        if (!found) throw new Error(`There is no payout ${id}. Which there are: florin merchant-payout list.`)
        const explained = await explainPayout(app.db, found)
        const { items, otherAmount, history, bankAccountId } = explained
        const rows = items.map((item) => [
          item.kind,
          item.batchId ? `batch ${item.batchId}` : `payout ${item.payoutId}`,
          item.amount,
        ])
        const text = [
          `Payout ${id} of ${amountOf(found)} to bank account ${bankAccountId} of merchant ${found.merchantId}, ${found.status}${chargeText(found)}.`,
          table(['made of', '', 'amount'], [...rows, ['everything else', '', otherAmount]]),
          table(
            ['at', 'status', 'by', 'note'],
            history.map(({ at, status, actor, note }) => [at, status, actor, note ?? '']),
          ),
        ].join('\n')
        print(explained, text)
      }),
    )
}

function addFileCommands(payout: Command): void {
  payout
    .command('export')
    .argument('<file>')
    .description('make a file of credit transfers (pain.001) of the payouts that wait for your bank')
    .action((path: string) =>
      withApp(async (app) => {
        const by = await app.by('merchant-payouts:submit')
        const file = await openNewFile(path, 'Name another file.')
        try {
          const { id, messageId, payouts, content } = await makePayoutFile(app, { by })
          await file.append(content.trimEnd().split('\n'))
          await file.finish()
          const text = `${payouts} payouts are in ${path}: file ${id}, message ${messageId}. Give it to your bank.`
          print({ id, messageId, payouts, file: path }, text)
        } catch (error) {
          await file.discard()
          throw error
        } finally {
          await file.close()
        }
      }),
    )
  payout
    .command('import')
    .argument('<file>')
    .description('record what a file of your bank says of payouts (pain.002, camt.053 or camt.054)')
    .action((path: string) =>
      withApp(async (app) => {
        const by = await app.by('merchant-payouts:resolve')
        const imported = await importBankFile(app, { by, content: await readFile(path, 'utf8') })
        const rows = imported.map(({ endToEndId, reported, outcome, payout: one }) => [
          endToEndId,
          reported,
          outcome,
          one ? String(one.id) : '',
          one?.status ?? '',
        ])
        const text = table(['end-to-end id', 'bank says', 'outcome', 'payout', 'status'], rows)
        print({ data: imported }, text)
        // A job that runs at night looks at nothing but the exit code.
        if (imported.some(({ outcome }) => !isRecorded.has(outcome))) process.exitCode = exitCodes.refused
      }),
    )
}

/** Of all other outcomes nothing was recorded, and somebody has to look. */
const isRecorded: ReadonlySet<string> = new Set(['recorded', 'same'])

const amountOf = ({ amount }: MerchantPayout): string => `${formatMoney(amount)} ${amount.currency}`
const chargeText = ({ bankCharge }: MerchantPayout): string =>
  bankCharge.minor === 0n ? '' : `, less a charge of ${formatMoney(bankCharge)} ${bankCharge.currency}`
const rowOf = (payout: MerchantPayout): string[] => [
  String(payout.id),
  String(payout.merchantId),
  amountOf(payout),
  payout.status,
  payout.scheduledFor ?? 'by hand',
  payout.createdAt.toString({ smallestUnit: 'second' }),
  payout.endToEndId,
]
