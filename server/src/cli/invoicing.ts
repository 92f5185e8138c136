import type { Command } from 'commander'
import { changeInvoicing, invoicingRecord } from '#acquiring/invoices'
import type { InvoicingInput, SiteId } from '#core/directory'
import { countOption, siteIdArgument, yesOrNo } from './arguments.ts'
import { print } from './printing.ts'
import { withApp } from './with-app.ts'

type Options = {
  active?: boolean
  sellerName?: string
  sellerAddress?: string
  vatId?: string
  registration?: string
  prefix?: string
  creditPrefix?: string
  firstNumber?: number
  vatPercent?: string
  note?: string
  toCustomers?: boolean
}

/** How a site makes invoices: docs/merchant-guide/invoices.md. */
export function addInvoicing(site: Command): void {
  site
    .command('invoicing')
    .argument('<siteId>', '', siteIdArgument)
    .description('how a site makes invoices for those who pay there; with options, changes it')
    .option('--active <yes|no>', 'new payments have invoices', yesOrNo('--active'))
    .option('--seller-name <name>', 'who sells; none: the merchant, by its legal name, address and numbers')
    .option('--seller-address <lines>', 'with \\n between the lines; none: that of the merchant')
    .option('--vat-id <number>', 'under which the seller is registered for VAT; none: removes it')
    .option('--registration <number>', 'in the register of companies; none: removes it')
    .option('--prefix <text>', 'before the numbers of invoices; default: F-')
    .option('--credit-prefix <text>', 'before the numbers of credit notes; default: C-')
    .option('--first-number <n>', 'of a series that has not begun; default: 1', countOption('--first-number', 1e9))
    .option('--vat-percent <rate>', 'of lines without a rate of their own, such as 19 or 5.5; default: 0')
    .option('--note <text>', 'below the totals; none: removes it')
    .option(
      '--to-customers <yes|no>',
      'send them to customers where an order has no invoiceEmail',
      yesOrNo('--to-customers'),
    )
    .action((siteId: SiteId, { json: _, ...options }: Options & { json?: true }) =>
      withApp(async (app) => {
        const changes = changesOf(options)
        const isChange = Object.keys(changes).length > 0
        const by = await app.by(isChange ? 'invoices:change' : 'invoices:read')
        const found = isChange ? await changeInvoicing(app, { by, siteId, changes }) : await app.directory.site(siteId)
        if (!found) throw new Error(`There is no site ${siteId}.`)
        const record = await invoicingRecord(app, found)
        print(record, describe(record))
      }),
    )
}

function changesOf({ sellerName, sellerAddress, vatId, registration, note, ...options }: Options): InvoicingInput {
  const removable = (text: string | undefined) => (text === 'none' ? null : lines(text))
  const changes = {
    ...options,
    sellerName: removable(sellerName),
    sellerAddress: removable(sellerAddress),
    vatId: removable(vatId),
    registration: removable(registration),
    note: removable(note),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

const lines = (text: string | undefined): string | undefined => text?.replaceAll('\\n', '\n')

function describe(record: Awaited<ReturnType<typeof invoicingRecord>>): string {
  const { siteId, active, seller, sellerName, vatPercent, note, toCustomers, parked } = record
  if (record.nextInvoice === undefined)
    return `Site ${siteId} makes no invoices. To begin: florin site invoicing ${siteId} --vat-percent …, with --seller-name … --seller-address … if the merchant does not sell by its legal name.`
  const whose = sellerName === undefined ? ' (of the merchant)' : ''
  return [
    `Site ${siteId} ${active ? 'makes invoices' : 'makes no new invoices'}:`,
    `  seller        ${seller ? `${[seller.name, ...seller.address.split('\n')].join(', ')}${whose}` : 'not known'}`,
    `  VAT           ${vatPercent}% by default, registered as ${seller?.vatId ?? 'nothing'}`,
    `  registration  ${seller?.registration ?? 'none'}`,
    `  next numbers  ${record.nextInvoice}, and of credit notes ${record.nextCreditNote}`,
    `  sent to       ${toCustomers ? 'the invoiceEmail of the order, or else the customer' : 'the invoiceEmail of the order'}`,
    `  note          ${note?.replaceAll('\n', ' ') ?? 'none'}`,
    ...(parked === 0 ? [] : [`  parked        ${parked} could not be made: florin invoice parked --site ${siteId}`]),
  ].join('\n')
}
