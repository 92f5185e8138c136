import { Command } from 'commander'
import {
  type BillingChange,
  type BillingDetails,
  billingDetailsOf,
  billingDetailsRecord,
  changeBillingByHand,
  creditInvoiceByHand,
  type FeeInvoice,
  findInvoiceByNumber,
  invoicePdf,
  invoiceRecord,
  listInvoices,
  type MadeInvoices,
  makeInvoicesByHand,
  showInvoice,
  wholeInvoiceRecord,
} from '#acquiring/fee-invoices'
import { existingMerchant } from '#acquiring/merchant-payouts'
import type { MerchantId } from '#core/directory'
import { percentText } from '#kernel/base/percent.ts'
import { countOption } from './arguments.ts'
import { writeFileReply } from './file-reply.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { print, printWaits, section, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** Invoices for the platform's fees: docs/operating/fee-invoices.md. */
export function feeInvoiceCommand(): Command {
  const invoice = new Command('fee-invoice')
  invoice
    .command('list')
    .description('newest first')
    .option('--merchant <merchantId>', 'of one merchant', merchantIdArgument)
    .option('--month <month>', 'of one month, such as 2026-05')
    .option('--limit <count>', '', countOption('--limit', 1000), 50)
    .action((options: ListOptions) => withApp((app) => list(app, options)))
  invoice
    .command('show <number>')
    .description('an invoice with its lines; or as PDF, to a file')
    .option('--pdf <path>', 'a new file')
    .action((number: string, { pdf }: { pdf?: string }) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        const whole = await showInvoice(app.db, await invoiceAt(app, number))
        if (pdf === undefined) {
          const record = wholeInvoiceRecord(whole)
          return print(record, wholeText(record))
        }
        await writeFileReply(
          'The invoice',
          { type: 'application/pdf', fileName: undefined, parts: invoicePdf(whole) },
          { file: pdf },
        )
      }),
    )
  invoice
    .command('create <month>')
    .description('make those of a month that are not there yet: florin fee-invoice create 2026-05')
    .action((month: string) =>
      withApp(async (app) => {
        const by = await app.by('fee-invoices:create')
        const { made, waits } = await makeInvoicesByHand(app, { by, month })
        if (waits) return printWaits(waits)
        print(made, madeText(made))
      }),
    )
  invoice
    .command('credit <number>')
    .description('credit an invoice as a whole, for the reason of --reason; its month can then be invoiced again')
    .action((number: string) =>
      withApp(async (app) => {
        const by = await app.by('fee-invoices:credit')
        const { id } = await invoiceAt(app, number)
        const { note, waits } = await creditInvoiceByHand(app, { by, id })
        if (waits) return printWaits(waits)
        print(invoiceRecord(note), `${number} is credited by ${note.number}.`)
      }),
    )
  return invoice
}

function madeText({ numbers, withoutDetails }: MadeInvoices): string {
  const made = numbers.length === 0 ? 'None was missing.' : `Made: ${numbers.join(', ')}.`
  if (withoutDetails.length === 0) return made
  const command = `florin merchant billing-details ${withoutDetails[0]} --vat 1900`
  return `${made}\nWithout billing details, and so without an invoice: merchants ${withoutDetails.join(', ')}. Set them: ${command}`
}

type ListOptions = { merchant?: MerchantId; month?: string; limit: number }

async function list({ db, by }: CommandApp, { merchant, month, limit }: ListOptions): Promise<void> {
  await by('settlements:read')
  const filter = { merchantIds: merchant === undefined ? undefined : [merchant], month }
  const { data, total } = await listInvoices(db, filter, { page: 1, size: limit })
  const records = data.map(invoiceRecord)
  const rows = records.map((one) => [
    one.number,
    kindText(one.kind),
    one.merchantId,
    one.month,
    one.net,
    one.vat,
    one.total,
    one.currency,
    one.issuedAt,
  ])
  const headings = ['number', 'kind', 'merchant', 'month', 'net', 'VAT', 'total', 'currency', 'issued']
  const more = total > records.length ? `\n${records.length} of ${total}.` : ''
  print(records, `${table(headings, rows)}${more}`)
}

const kindText = (kind: 'invoice' | 'creditNote'): string => (kind === 'invoice' ? 'invoice' : 'credit note')

function wholeText(whole: ReturnType<typeof wholeInvoiceRecord>): string {
  const { number, kind, month, merchantId, currency, net, vat, vatBasisPoints, total, seller, buyer } = whole
  const facts = [
    [kind === 'invoice' ? 'Invoice' : 'Credit note', number],
    ['Issued', `${whole.issuedAt} by ${whole.issuedBy}`],
    ['For', `fees of ${month}, merchant ${merchantId}`],
    ...(whole.credits === undefined ? [] : [['Credits', whole.credits]]),
    ...(whole.creditedBy === undefined ? [] : [['Credited by', whole.creditedBy]]),
    ['Seller', partyText(seller)],
    ['Buyer', partyText(buyer)],
    ['Net', `${net} ${currency}`],
    ['VAT', `${vat} ${currency} (${percentText(vatBasisPoints)})`],
    ['Total', `${total} ${currency}, deducted already`],
    ...(whole.note === undefined ? [] : [['Note', whole.note]]),
  ]
  const lines = whole.lines.map(({ siteId, kind: what, basisPoints, payments, base, amount }) => [
    siteId,
    basisPoints === undefined ? what : `${what} ${percentText(basisPoints)}`,
    String(payments),
    base,
    amount,
  ])
  return [
    facts.map(([name, text]) => `${name!.padEnd(11)}  ${text}`).join('\n'),
    ...section('Lines', ['site', 'for', 'payments', 'of', 'amount'], lines),
  ].join('\n\n')
}

type PartyRecord = ReturnType<typeof wholeInvoiceRecord>['seller']
const partyText = ({ name, address, country, vatId }: PartyRecord): string =>
  [name, ...address.split('\n'), country, ...(vatId === null ? [] : [`VAT id ${vatId}`])].join(', ')

async function invoiceAt({ db }: CommandApp, number: string): Promise<FeeInvoice> {
  const found = await findInvoiceByNumber(db, number)
  if (!found) throw new Error(`There is no invoice ${number}. Which there are: florin fee-invoice list`)
  return found
}

/** `florin merchant billing-details` */
export function addBillingCommand(merchant: Command): void {
  merchant
    .command('billing-details')
    .argument('<merchantId>', '', merchantIdArgument)
    .description("to whom a merchant's fee invoices are addressed, and its VAT; with options, changes it")
    .option('--name <name>', 'of the company; - for this, and for the next three: as the data of the merchant have it')
    .option('--address <lines>', 'commas divide it into lines')
    .option('--country <code>', 'such as RO')
    .option('--vat-id <id>', 'of the merchant')
    .option('--vat <basisPoints>', 'the VAT that is in the fees: 1900 is 19%; 0 needs a note')
    .option('--note <text>', 'on each invoice, such as why there is no VAT; - removes it')
    .action((merchantId: MerchantId, options: DetailOptions) =>
      withApp((app) => showOrChange(app, merchantId, changesOf(options))),
    )
}

type DetailOptions = {
  name?: string
  address?: string
  country?: string
  vatId?: string
  vat?: string
  note?: string
}

const changesOf = ({ name, address, country, vatId, vat, note }: DetailOptions): BillingChange => ({
  legalName: clearedBy(name),
  address: clearedBy(
    address
      ?.split(',')
      .map((line) => line.trim())
      .join('\n'),
  ),
  country: clearedBy(country?.toUpperCase()),
  vatId: clearedBy(vatId),
  vatBasisPoints: vat === undefined ? undefined : /^\d{1,4}$/.test(vat) ? Number(vat) : -1,
  note: clearedBy(note),
})

const clearedBy = (text: string | undefined): string | null | undefined => (text === '-' ? null : text)

async function showOrChange(app: CommandApp, merchantId: MerchantId, changes: BillingChange): Promise<void> {
  const isChange = Object.values(changes).some((value) => value !== undefined)
  const by = await app.by(isChange ? 'settlements:change' : 'settlements:read')
  await existingMerchant(app, merchantId)
  const { details, waits } = isChange
    ? await changeBillingByHand(app, { by, merchantId, changes })
    : { details: await billingDetailsOf(app, merchantId) }
  if (waits) return printWaits(waits)
  const none = `Merchant ${merchantId} has no billing details. Say what its VAT is: --vat. Name, address, country and VAT id are those of florin merchant show, unless you give others.`
  print(details && billingDetailsRecord(merchantId, details), details ? detailsText(details) : none)
}

const detailsText = ({ legalName, address, country, vatId, vatBasisPoints, note }: BillingDetails): string =>
  [
    ['Name', legalName],
    ['Address', address.replaceAll('\n', ', ')],
    ['Country', country],
    ['VAT id', vatId ?? 'none'],
    ['VAT', percentText(vatBasisPoints)],
    ['Note', note ?? 'none'],
  ]
    .map(([name, text]) => `${name!.padEnd(8)} ${text}`)
    .join('\n')
