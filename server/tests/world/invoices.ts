import type { OrderItem } from '#acquiring/orders'
import type { InvoicingInput } from '#core/directory'
import { formatMoney, money } from '#kernel/base/money.ts'
import { euros } from './payments-fixture.ts'
import type { World } from './world.ts'

export const invoicing: InvoicingInput = {
  sellerName: 'Crumb & Co. SRL',
  sellerAddress: 'Strada Pâinii 7\n010101 București',
  vatId: 'RO123456',
  prefix: 'CR-',
  creditPrefix: 'CRC-',
  firstNumber: 41,
  vatPercent: '19',
}

const item = (name: string, price: string, units: string, total: string, vatPercent?: string): OrderItem => ({
  name,
  unitPrice: euros(price),
  units,
  total: euros(total),
  type: undefined,
  code: undefined,
  vatPercent,
  description: undefined,
})

/** 14.08 in all, at two rates. */
export const breadAndKnife = [item('Bread', '1.09', '2', '2.18', '9'), item('Knife', '11.90', '1', '11.90')]

/** Every document in short: number, amount and VAT. */
export async function documentsIn({ query }: World): Promise<string[]> {
  const rows = await query(
    `select d.prefix || d.number as number, d.minor, d.vat_minor, i.prefix || i.number as credits
     from invoices.documents d left join invoices.documents i on i.id = d.invoice_id order by d.id`,
  )
  const amount = (minor: unknown) => formatMoney(money(BigInt(minor as string), 'EUR'))
  return rows.map(
    ({ number, minor, vat_minor, credits }) =>
      `${number} ${amount(minor)} (${amount(vat_minor)})${credits === null ? '' : ` of ${credits}`}`,
  )
}
