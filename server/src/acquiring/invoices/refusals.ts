import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invoice_not_found: ['not_found', 'There is no invoice or credit note {invoiceId}.'],
  invoice_without_address: [
    'conflict',
    'The order has no invoiceEmail, and the site sends none to customers. Name an address to send it to.',
  ],
  invoice_series_begun: [
    'conflict',
    'The numbers after {prefix} have begun: the next is {next}. To begin elsewhere, choose another prefix.',
  ],
})
