import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  fee_invoice_not_found: ['not_found', 'There is no fee invoice {invoiceId}.'],
  fee_invoice_credited: ['conflict', 'Invoice {number} was credited already.'],
  fee_invoice_is_credit_note: ['conflict', '{number} is a credit note; only an invoice can be credited.'],
  fee_invoice_seller_missing: [
    'conflict',
    'An invoice names its seller. Set FLORIN_SELLER_NAME, FLORIN_SELLER_ADDRESS and FLORIN_SELLER_COUNTRY.',
  ],
  fee_invoice_month: ['invalid', 'The month must be over, and written as 2026-05.'],
  billing_details_none: ['not_found', 'Merchant {merchantId} has no billing details yet.'],
  billing_details_missing: [
    'invalid',
    'Send {fields}: neither these billing details nor the data of the merchant have them.',
  ],
  billing_country: ['invalid', 'The country must be a two-letter country code of ISO 3166-1, such as RO.'],
  billing_text: ['invalid', '{what} has 1 to {max} characters.'],
  billing_vat: ['invalid', 'The VAT is 0 to 5000 basis points; without VAT the note must say why.'],
})
