import { Command } from 'commander'
import type { PaymentId } from '#acquiring/ids'
import {
  capturePayment,
  giveUpPayment,
  inquireNow,
  isReversalDeclined,
  requireSeenTransaction,
  resolvePaymentManually,
  reversePayment,
  statusSince,
  type Transaction,
  unresolvedTransactions,
} from '#acquiring/payments'
import { inquireAboutPayout } from '#acquiring/payouts'
import {
  findPayments,
  type PaymentRecord,
  paymentRecord,
  pendingRecord,
  refundByHand,
  showPayment,
} from '#acquiring/transactions'
import { countOption, idArgument } from './arguments.ts'
import { paymentText, unresolvedTable } from './payment-text.ts'
import { amountOf, print, printWaits, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** Payments and what followed them, found, shown and changed by hand. */
export function paymentCommand(): Command {
  const payment = new Command('payment')
  addReading(payment)
  addChanging(payment)
  addResolving(payment)
  return payment
}

function addReading(payment: Command): void {
  payment
    .command('find')
    .argument('<what...>', 'such as 1042, bread-17, ana@example.com, 203.0.113.9, "1111 25.00", "25.00 EUR 2026-05-04"')
    .description('find payments by anything that is remembered of them; only exact matches')
    .action((words: string[]) =>
      withApp(async (app) => {
        await app.by('transactions:read')
        const siteIds = await app.directory.siteIds()
        const { lookedFor, payments } = await findPayments(app, { siteIds, text: words.join(' ') })
        const found = payments.map(({ as, transaction }) => ({ as, payment: paymentRecord(transaction) }))
        const as = `\n\nFound as: ${[...new Set(found.map((one) => one.as))].join('; ')}.`
        const text = `${paymentsTable(found.map((one) => one.payment))}${as}`
        const nothing = `Nothing was found. Looked for: ${lookedFor.join('; ')}.`
        print({ lookedFor, data: found }, found.length === 0 ? nothing : text)
      }),
    )
  payment
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one payment with everything that is known of it, and what can be done with it now')
    .action((id: PaymentId) =>
      withApp(async (app) => {
        await app.by('transactions:read')
        const shown = await showPayment(app, await transactionOf(app, id), { isOperator: true })
        print(shown, paymentText(shown))
      }),
    )
  payment
    .command('unresolved')
    .description('payments and refunds whose result the acquirer has not given, oldest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .action(({ page = 1 }: { page?: number }) =>
      withApp(async (app) => {
        await app.by('transactions:read')
        const siteIds = await app.directory.siteIds()
        const { data, total } = await unresolvedTransactions(app, { siteIds, page, size: 100 })
        const since = await statusSince(
          app.db,
          data.map((one) => one.id),
        )
        const records = data.map((one) => ({
          ...paymentRecord(one),
          ...{ connector: one.connector, pending: pendingRecord(app, one, since.get(one.id)) },
        }))
        const text = `${unresolvedTable(records)}\n${data.length} of ${total}`
        print({ data: records, page, size: 100, total }, total === 0 ? 'There are none.' : text)
      }),
    )
}

function addChanging(payment: Command): void {
  payment
    .command('capture')
    .argument('<id>', '', idArgument('id'))
    .description('capture an authorization, all of it or part; the rest is released')
    .option('--amount <amount>', 'such as 9.90; all of it when left out')
    .action((paymentId: PaymentId, { amount }: { amount?: string }) =>
      withApp(async (app) => {
        const { siteId, ...found } = await transactionOf(app, paymentId)
        const by = await app.by('captures:create')
        const captured = await capturePayment(app, {
          by,
          siteId,
          paymentId,
          amount: amountOf(amount, found.amount.currency),
        })
        printChanged(captured, { isDeclined: captured.status === 'authorized' })
      }),
    )
  payment
    .command('void')
    .argument('<id>', '', idArgument('id'))
    .description('void an authorization, whole')
    .action((paymentId: PaymentId) =>
      withApp(async (app) => {
        const { siteId } = await transactionOf(app, paymentId)
        const by = await app.by('refunds:create')
        const voided = await reversePayment(app, { by, siteId, paymentId, amount: undefined, only: 'void' })
        printChanged(voided, { isDeclined: isReversalDeclined(voided) })
      }),
    )
  payment
    .command('refund')
    .argument('<id>', '', idArgument('id'))
    .description('refund a payment, all that is left or part; all of one that is not settled yet is cancelled')
    .option('--amount <amount>', 'such as 9.90; all that is left when left out')
    .action((paymentId: PaymentId, { amount }: { amount?: string }) =>
      withApp(async (app) => {
        const payment = await transactionOf(app, paymentId)
        const by = await app.by('refunds:create')
        const wanted = amountOf(amount, payment.amount.currency)
        const { reversed, waits } = await refundByHand(app, { by, payment, amount: wanted })
        if (waits) return printWaits(waits)
        printChanged(reversed, { isDeclined: isReversalDeclined(reversed) })
      }),
    )
}

const printChanged = (transaction: Transaction, { isDeclined = false } = {}): void =>
  print(
    paymentRecord(transaction),
    isDeclined ? 'The acquirer has declined; nothing has changed.' : sentenceOf(transaction),
  )

function addResolving(payment: Command): void {
  type Result = { approved?: string; declined?: true; code?: string }
  payment
    .command('resolve')
    .argument('<id>', '', idArgument('id'))
    .description('record the result that the acquirer has given you, of the request that is awaited')
    .option('--approved <reference>', "it was carried out; the acquirer's reference")
    .option('--code <code>', "the bank's authorization code, of an approved authorization")
    .option('--declined', 'it was not carried out, and never will be')
    .action((paymentId: PaymentId, { approved, declined, code }: Result) =>
      withApp(async (app) => {
        if ((approved === undefined) === (declined === undefined))
          throw new Error('Pass either --approved <reference> or --declined.')
        const { siteId } = await transactionOf(app, paymentId)
        const by = await app.by('payments:resolve')
        const result =
          approved === undefined
            ? ({ isApproved: false } as const)
            : ({ isApproved: true, reference: approved, authorizationCode: code } as const)
        printChanged(await resolvePaymentManually(app, { by, siteId, paymentId, result }))
      }),
    )
  payment
    .command('give-up')
    .argument('<id>', '', idArgument('id'))
    .description('give up an uncertain payment: it is reversed by its own key, and then it has failed')
    .action((paymentId: PaymentId) =>
      withApp(async (app) => {
        const { siteId } = await transactionOf(app, paymentId)
        printChanged(await giveUpPayment(app, { by: await app.by('payments:resolve'), siteId, paymentId }))
      }),
    )
  payment
    .command('inquire')
    .argument('<id>', '', idArgument('id'))
    .description(
      'inquire now about a result that is awaited, also when the worker has given up on it, or whether a refund or a payout has come back',
    )
    .action((paymentId: PaymentId) =>
      withApp(async (app) => {
        const found = await transactionOf(app, paymentId)
        const { siteId } = found
        const by = await app.by('payments:resolve')
        const isMade = found.type === 'credit' && found.status === 'credited'
        printChanged(
          isMade
            ? await inquireAboutPayout(app, { by, payout: found })
            : await inquireNow(app, { by, siteId, paymentId }),
        )
      }),
    )
}

const transactionOf = (app: CommandApp, id: PaymentId): Promise<Transaction> =>
  requireSeenTransaction(app.db, id, () => true)

function sentenceOf(transaction: Transaction): string {
  const { type, id, status, amount, currency, captured } = paymentRecord(transaction)
  const moved = transaction.captured.minor > 0n ? captured : amount
  return `${names[type]} ${id} of ${moved} ${currency} is ${status}.`
}

const names: Readonly<Record<Transaction['type'], string>> = {
  deposit: 'Payment',
  'verify-card': 'Verification',
  refund: 'Refund',
  credit: 'Payout',
  chargeback: 'Chargeback',
  representment: 'Representment',
  reinstatement: 'Reinstatement',
  'capture-failure': 'Capture failure',
}

const paymentsTable = (records: readonly PaymentRecord[]): string =>
  table(
    ['id', 'type', 'status', 'amount', 'site', 'order', 'card', 'reference', 'created'],
    records.map((one) => [
      one.id,
      one.type,
      one.status,
      `${one.amount} ${one.currency}`,
      one.siteId,
      one.orderId,
      one.card,
      one.reference ?? '',
      one.createdAt,
    ]),
  )
