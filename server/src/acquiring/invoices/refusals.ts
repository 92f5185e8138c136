import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invoice_not_found: ['not_found', 'There is no invoice or credit note {invoiceId}.'],
  invoice_without_address: [
    'conflict',
    'The order has no invoiceEmail, and the site sends none to customers. Name an address to send it to.',
  ],
  invoice_request_not_found: ['not_found', 'There is no request of an invoice {requestId}.'],
  invoice_request_not_parked: [
    'conflict',
    'Request {requestId} is not parked: its document is made already, or is tried by itself.',
  ],
  invoice_prefix_used: [
    'conflict',
    'Numbers after {prefix} were given to {others}, and the same number would be printed twice. Choose another prefix.',
  ],
  invoice_series_begun: [
    'conflict',
    'The numbers after {prefix} have begun: the next is {next}. To begin elsewhere, choose another prefix.',
  ],
})
