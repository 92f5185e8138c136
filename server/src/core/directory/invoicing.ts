import type { Merchant } from './directory.ts'
import { refuse } from './refusals.ts'

/** How a site makes invoices for those who pay there. */
export type Invoicing = {
  /** New payments have invoices. Credit notes of those that were made follow in any case. */
  active: boolean
  /** As the invoice names who sells; undefined: the merchant, by its legal name and with its numbers. */
  sellerName: string | undefined
  /** Lines with line breaks between; undefined: the address of the merchant. */
  sellerAddress: string | undefined
  /** Number under which the seller is registered for VAT. */
  vatId: string | undefined
  /** Number in the register of companies. */
  registration: string | undefined
  /** What stands before the number of an invoice, and before that of a credit note; never the same. */
  prefix: string
  creditPrefix: string
  /** The number with which the documents of a new prefix begin. */
  firstNumber: number
  /** Of lines that have no rate of their own: decimal text. */
  vatPercent: string
  /** Printed below the totals. */
  note: string | undefined
  /** Where the order names no address for invoices, the customer receives them. */
  toCustomers: boolean
}

/** Not yet checked. Absent: the default, or unchanged; null: none. */
export type InvoicingInput = {
  [Field in keyof Invoicing]?: Invoicing[Field] | undefined | (undefined extends Invoicing[Field] ? null : never)
}

/** Refuses the first field that is wrong. */
export function checkInvoicing(input: InvoicingInput): Invoicing {
  const { active = true, toCustomers = false, firstNumber = 1 } = input
  const [prefix, creditPrefix] = [checkPrefix('prefix', input.prefix), checkPrefix('creditPrefix', input.creditPrefix)]
  if (prefix === creditPrefix) throw refuse('invoice_prefixes_alike', { field: 'creditPrefix' })
  if (!Number.isInteger(firstNumber) || firstNumber < 1 || firstNumber > firstNumberMax)
    throw refuse('invalid_first_number', { field: 'firstNumber', max: firstNumberMax })
  const sellerName = optionalText('sellerName', input.sellerName, { max: 150 })
  return {
    active,
    sellerName,
    // The address of the merchant stands beside no other name.
    sellerAddress: (sellerName === undefined ? optionalText : checkText)('sellerAddress', input.sellerAddress, {
      max: 500,
      lines: true,
    }),
    vatId: optionalText('vatId', input.vatId, { max: 40 }),
    registration: optionalText('registration', input.registration, { max: 80 }),
    prefix,
    creditPrefix,
    firstNumber,
    vatPercent: checkPercent(input.vatPercent ?? '0'),
    note: optionalText('note', input.note, { max: 500, lines: true }),
    toCustomers,
  }
}
const firstNumberMax = 1_000_000_000

/** Whether it is known who sells: as the site says, or else the merchant, by its legal name and at its address. */
export const hasSeller = (
  { sellerName, sellerAddress }: Invoicing,
  { legalName, address }: Pick<Merchant, 'legalName' | 'address'>,
): boolean => sellerName !== undefined || (legalName !== undefined && (sellerAddress ?? address) !== undefined)

type TextRule = { max: number; lines?: true }

const names = {
  sellerName: 'The name of the seller',
  sellerAddress: 'The address of the seller',
  vatId: 'The VAT number of the seller',
  registration: 'The registration number of the seller',
  note: 'The note',
} as const

function checkText(field: keyof typeof names, unchecked: string | null | undefined, { max, lines }: TextRule): string {
  const text = (unchecked ?? '').trim().replaceAll('\r\n', '\n')
  const others = lines ? text.replaceAll('\n', '') : text
  if (text === '' || text.length > max || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(others))
    throw refuse('invalid_invoicing_text', {
      field,
      what: names[field],
      max,
      none: lines ? 'control characters' : 'line breaks',
    })
  return text
}

const optionalText = (
  field: keyof typeof names,
  unchecked: string | null | undefined,
  rule: TextRule,
): string | undefined => (unchecked ? checkText(field, unchecked, rule) : undefined)

const prefixes = { prefix: 'F-', creditPrefix: 'C-' } as const

function checkPrefix(field: keyof typeof prefixes, unchecked: string = prefixes[field]): string {
  if (!/^[A-Za-z0-9/_.-]{0,19}[A-Za-z/_.-]$/.test(unchecked)) throw refuse('invalid_invoice_prefix', { field })
  return unchecked
}

function checkPercent(unchecked: string): string {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(unchecked)
  if (!match) throw refuse('invalid_vat_percent', { field: 'vatPercent' })
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  return `${Number(match[1])}${fraction && `.${fraction}`}`
}
