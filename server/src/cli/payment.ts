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
  type Transaction,
  unresolvedTransactions,
} from '#acquiring/payments'
import { findPayments, type PaymentRecord, paymentRecord, showPayment } from '#acquiring/transactions'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { countOption, idArgument } from './arguments.ts'
import { paymentText } from './payment-text.ts'
import { type CommandApp, table, withApp } from './with-app.ts'

type Json = { json?: true }
const asJson = (record: unknown): void => console.log(JSON.stringify(record, undefined, 2))

/** Payments and what followed them, found, shown and changed by hand. */
export function paymentCommand(): Command {
  const payment = new Command('payment').description('payments and what followed them: found, shown, changed by hand')
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
    .option('--json', 'as JSON')
    .action((words: string[], { json }: Json) =>
      withApp(async (app) => {
        const siteIds = await app.directory.siteIds()
        const { lookedFor, payments } = await findPayments(app, { siteIds, text: words.join(' ') })
        const found = payments.map(({ as, transaction }) => ({ as, payment: paymentRecord(transaction) }))
        if (json) return asJson({ lookedFor, data: found })
        if (found.length === 0) return console.log(`Nothing was found. Looked for: ${lookedFor.join('; ')}.`)
        console.log(paymentsTable(found.map((one) => one.payment)))
        console.log(`\nFound as: ${[...new Set(found.map(({ as }) => as))].join('; ')}.`)
      }),
    )
  payment
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one payment with everything that is known of it, and what can be done with it now')
    .option('--json', 'as JSON')
    .action((id: PaymentId, { json }: Json) =>
      withApp(async (app) => {
        const shown = await showPayment(app, await transactionOf(app, id), { isOperator: true })
        return json ? asJson(shown) : console.log(paymentText(shown))
      }),
    )
  payment
    .command('unresolved')
    .description('payments and refunds whose result the acquirer has not given, oldest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--json', 'as JSON')
    .action(({ page = 1, json }: Json & { page?: number }) =>
      withApp(async (app) => {
        const siteIds = await app.directory.siteIds()
        const { data, total } = await unresolvedTransactions(app, { siteIds, page, size: 100 })
        const records = data.map(paymentRecord)
        if (json) return asJson({ data: records, page, size: 100, total })
        console.log(total === 0 ? 'There are none.' : `${paymentsTable(records)}\n${data.length} of ${total}`)
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
        const captured = await capturePayment(app, { by, siteId, paymentId, amount: moneyOf(amount, found) })
        console.log(captured.status === 'authorized' ? declined : sentenceOf(captured))
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
        console.log(isReversalDeclined(voided) ? declined : sentenceOf(voided))
      }),
    )
  payment
    .command('refund')
    .argument('<id>', '', idArgument('id'))
    .description('refund a payment, all that is left or part; all of one that is not settled yet is cancelled')
    .option('--amount <amount>', 'such as 9.90; all that is left when left out')
    .action((paymentId: PaymentId, { amount }: { amount?: string }) =>
      withApp(async (app) => {
        const { siteId, ...found } = await transactionOf(app, paymentId)
        const by = await app.by('refunds:create')
        const why = by.reason === undefined ? undefined : { reason: undefined, message: by.reason }
        const wanted = moneyOf(amount, found)
        const reversed = await reversePayment(app, { by, siteId, paymentId, amount: wanted, only: 'refund', why })
        console.log(isReversalDeclined(reversed) ? declined : sentenceOf(reversed))
      }),
    )
}

const declined = 'The acquirer has declined; nothing has changed.'

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
        console.log(sentenceOf(await resolvePaymentManually(app, { by, siteId, paymentId, result })))
      }),
    )
  payment
    .command('give-up')
    .argument('<id>', '', idArgument('id'))
    .description('give up an uncertain payment: it is reversed by its own key, and then it has failed')
    .action((paymentId: PaymentId) =>
      withApp(async (app) => {
        const { siteId } = await transactionOf(app, paymentId)
        console.log(sentenceOf(await giveUpPayment(app, { by: await app.by('payments:resolve'), siteId, paymentId })))
      }),
    )
  payment
    .command('inquire')
    .argument('<id>', '', idArgument('id'))
    .description('inquire now about a result that is awaited, also when the worker has given up on it')
    .action((paymentId: PaymentId) =>
      withApp(async (app) => {
        const { siteId } = await transactionOf(app, paymentId)
        console.log(sentenceOf(await inquireNow(app, { by: await app.by('payments:resolve'), siteId, paymentId })))
      }),
    )
}

const transactionOf = (app: CommandApp, id: PaymentId): Promise<Transaction> =>
  requireSeenTransaction(app.db, id, () => true)

function moneyOf(text: string | undefined, { amount }: Pick<Transaction, 'amount'>): Money | undefined {
  if (text === undefined) return undefined
  const money = parseMoney(text, amount.currency)
  if (!money) throw new Error(`--amount is an amount of ${amount.currency}, such as 9.90; it is "${text}".`)
  return money
}

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
