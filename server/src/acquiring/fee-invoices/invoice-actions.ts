import { staffActions } from '#core/access'
import type { FeeInvoicesContext } from './context.ts'
import type { FeeInvoice } from './invoice.ts'
import { refuse } from './refusals.ts'

/** What an operator does with a fee invoice. */
export const invoiceActions = staffActions({ credit: { permission: 'fee-invoices:credit', caller: 'operator' } }, [
  'fee_invoice_seller_missing',
  'fee_invoice_is_credit_note',
  'fee_invoice_credited',
])

type Creditable = { seller: FeeInvoicesContext['seller']; invoice: FeeInvoice; isCredited: boolean }

export const invoiceGuards = (creditable: Creditable) => ({ credit: () => requireUncredited(creditable) })

/** Refuses a credit note, an invoice that has one, and all while nobody sells. */
export function requireUncredited({ seller, invoice: { number, creditsId }, isCredited }: Creditable): void {
  if (!seller) throw refuse('fee_invoice_seller_missing')
  if (creditsId !== undefined) throw refuse('fee_invoice_is_credit_note', { number })
  if (isCredited) throw refuse('fee_invoice_credited', { number })
}
