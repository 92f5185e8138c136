import { Command, Option } from 'commander'
import type { OrderId } from '#acquiring/ids'
import {
  type DocumentId,
  type DocumentKind,
  documentKinds,
  documentRecord,
  invoiceFile,
  listDocuments,
  listParked,
  numberOf,
  type RequestId,
  requestRecord,
  requireDocument,
  requireRequest,
  resendDocument,
  retryDocument,
  wholeDocumentRecord,
} from '#acquiring/invoices'
import { checkEmail, type SiteId } from '#core/directory'
import { countOption, idArgument, siteIdArgument } from './arguments.ts'
import { print, section, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** Invoices and credit notes that sites have made: docs/merchant-guide/invoices.md. */
export function invoiceCommand(): Command {
  const invoice = new Command('invoice')
  addList(invoice)
  invoice
    .command('show')
    .argument('<invoiceId>', '', idArgument('invoiceId'))
    .description('all that is printed on an invoice or credit note')
    .action((id: DocumentId) =>
      withApp(async (app) => {
        await app.by('invoices:read')
        const record = wholeDocumentRecord(await requireDocument(app.db, id))
        print(record, describe(record))
      }),
    )
  invoice
    .command('pdf')
    .argument('<invoiceId>', '', idArgument('invoiceId'))
    .description('the document as it is sent: florin invoice pdf 1001 > invoice.pdf')
    .action((id: DocumentId) =>
      withApp(async (app) => {
        await app.by('invoices:read')
        const { content, name } = await invoiceFile(app.db, id)
        if (process.stdout.isTTY)
          throw new Error(`This is no text. Write it to a file: florin invoice pdf ${id} > ${name}`)
        process.stdout.write(content)
      }),
    )
  invoice
    .command('resend')
    .argument('<invoiceId>', '', idArgument('invoiceId'))
    .description('send an invoice or credit note again')
    .option('--to <address>', 'send it to another address')
    .action((id: DocumentId, { to: address }: { to?: string }) =>
      withApp(async (app) => {
        const by = await app.by('invoices:send')
        const document = await requireDocument(app.db, id)
        await resendDocument(app, {
          by,
          document,
          address: address === undefined ? undefined : checkEmail(address, 'to'),
        })
        print(documentRecord(document), `${kinds[document.kind]} ${numberOf(document)} is sent again.`)
      }),
    )
  addParked(invoice)
  return invoice
}

type Record = ReturnType<typeof documentRecord>
type Whole = ReturnType<typeof wholeDocumentRecord>
type ListOptions = { site?: SiteId; order?: OrderId; kind?: DocumentKind; page?: number; limit?: number }

function addList(invoice: Command): void {
  invoice
    .command('list')
    .description('invoices and credit notes, newest first')
    .option('--site <siteId>', 'of one site', siteIdArgument)
    .option('--order <orderId>', 'of one order', idArgument<OrderId>('orderId'))
    .addOption(new Option('--kind <kind>').choices(documentKinds))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action(({ site, order: orderId, kind, page = 1, limit: size = 50 }: ListOptions) =>
      withApp(async (app) => {
        await app.by('invoices:read')
        const filter = { siteIds: site === undefined ? undefined : [site], kind, orderId }
        const { data, total } = await listDocuments(app.db, filter, { page, size })
        const records = data.map(documentRecord)
        const text = `${tableOf(records)}\n${records.length} of ${total}`
        print({ data: records, page, size, total }, total === 0 ? 'There are none.' : text)
      }),
    )
}

function addParked(invoice: Command): void {
  invoice
    .command('parked')
    .description('invoices and credit notes that could not be made, oldest first')
    .option('--site <siteId>', 'of one site', siteIdArgument)
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action(({ site, page = 1, limit: size = 50 }: Pick<ListOptions, 'site' | 'page' | 'limit'>) =>
      withApp(async (app) => {
        await app.by('invoices:read')
        const siteIds = site === undefined ? undefined : [site]
        const { data, total } = await listParked(app.db, { siteIds }, { page, size })
        const records = data.map(requestRecord)
        const rows = records.map((one) => [one.id, one.kind, one.siteId, one.orderId, one.paymentId, one.problem ?? ''])
        const text = `${table(['request', 'kind', 'site', 'order', 'payment', 'why'], rows)}\n${records.length} of ${total}`
        print({ data: records, page, size, total }, total === 0 ? 'None is parked.' : text)
      }),
    )
  invoice
    .command('retry')
    .argument('<requestId>', '', idArgument('requestId'))
    .description('make a parked invoice or credit note again, and those that wait for it')
    .action((id: RequestId) =>
      withApp(async (app) => {
        const by = await app.by('invoices:send')
        const record = requestRecord(await retryDocument(app, { by, request: await requireRequest(app, id) }))
        const failed = `It failed again: ${record.problem}. It is tried again by itself.`
        print(record, record.status === 'done' ? `It is made: florin invoice list --order ${record.orderId}` : failed)
      }),
    )
}

const tableOf = (records: readonly Record[]): string =>
  table(
    ['id', 'number', 'kind', 'amount', 'vat', 'site', 'order', 'payment', 'issued'],
    records.map((one) => [
      one.id,
      one.number,
      one.kind,
      `${one.amount} ${one.currency}`,
      one.vat,
      one.siteId,
      one.orderId,
      one.paymentId,
      one.issuedAt,
    ]),
  )

const kinds: { readonly [kind in DocumentKind]: string } = { invoice: 'Invoice', creditNote: 'Credit note' }

const describe = (one: Whole): string =>
  [
    `${kinds[one.kind]} ${one.number}${one.credits === undefined ? '' : ` of invoice ${one.credits}`}: ${one.amount} ${one.currency}, of which VAT ${one.vat}`,
    `  issued   ${one.issuedAt}, in language ${one.language}`,
    `  seller   ${[one.seller.name, ...one.seller.address.split('\n'), one.seller.vatId, one.seller.registration].filter(Boolean).join(', ')}`,
    `  buyer    ${[one.buyer, ...one.buyerAddress, one.buyerEmail].filter(Boolean).join(', ') || 'not known'}`,
    `  payment  ${one.paymentId} of order ${one.orderId}, with card ${one.card}`,
    '',
    ...section(
      'Lines',
      ['what', 'units', 'price', 'rate', 'amount', 'vat'],
      one.lines.map(({ name, units, unitPrice, vatPercent, amount, vat }) => [
        name,
        units,
        unitPrice,
        `${vatPercent}%`,
        amount,
        vat,
      ]),
    ),
    '',
    ...section(
      'VAT',
      ['rate', 'net', 'vat', 'gross'],
      one.rates.map(({ vatPercent, net, vat, gross }) => [`${vatPercent}%`, net, vat, gross]),
    ),
  ].join('\n')
