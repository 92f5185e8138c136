import type { Order } from '#acquiring/orders'
import type { Shopper } from '#acquiring/shoppers'
import type { Invoicing } from '#core/directory'
import { isEmailAddress } from '#kernel/http/read.ts'

/** Where the documents of an order are sent. */
export type DocumentRecipient = { recipient: 'invoice' | 'shopper'; address: string }

/**
 * The order's `invoiceEmail` (merchant-payments: the address to which the invoice is sent), or else the customer, where
 * the site says so. A customer whom the store has deleted receives none.
 */
export function recipientOf(
  { invoiceEmail }: Order,
  { email, removed }: Shopper,
  { toCustomers }: Invoicing,
): DocumentRecipient | undefined {
  const [invoice, customer] = [usable(invoiceEmail), usable(email)]
  if (removed) return undefined
  if (invoice !== undefined) return { recipient: 'invoice', address: invoice }
  return toCustomers && customer !== undefined ? { recipient: 'shopper', address: customer } : undefined
}

function usable(unchecked: string | undefined): string | undefined {
  const address = unchecked?.trim() ?? ''
  return isEmailAddress(address) ? address : undefined
}
