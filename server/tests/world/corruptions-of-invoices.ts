import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of invoices and credit notes of sites. */
export const invoiceCorruptions: readonly Corruption[] = [
  ...alter('directory.sites', 'site', {
    'who sells, as invoices name it': `invoicing = jsonb_set(invoicing, '{sellerName}', '"Mallory"')`,
    'no invoices from now on': 'invoicing = null',
  }),
  ...alter('invoices.requests', 'request of document', {
    'what is requested': `kind = 'creditNote'`,
    'at which site a document is requested': 'site_id = site_id + 1',
    'of which order a document is requested': 'order_id = order_id + 1000',
    'of which payment a document is requested': 'payment_id = payment_id + 1000',
    'what has moved the money': 'transaction_id = transaction_id + 1000',
    'when a document was requested': `made_at = made_at - interval '1 day'`,
    'a request that would be carried out once more': 'due_at = made_at',
    'a request that is parked and has its document': `parked_at = made_at, problem = 'none'`,
  }),
  ...alter(
    'invoices.documents',
    'document',
    {
      'the request of a document': 'request_id = (select min(id) from invoices.requests)',
      'whose invoice it is': 'site_id = site_id + 1',
      'the prefix of a number': `prefix = 'X-'`,
      'the number of a document': 'number = number + 1000',
      'the order of a document': 'order_id = order_id + 1000',
      'the customer of a document': 'shopper_id = shopper_id + 1000',
      'the payment of a document': 'payment_id = payment_id + 1000',
      'what moved the money of a document': 'transaction_id = transaction_id + 1000',
      'the invoice of a credit note': 'invoice_id = (select max(id) from invoices.documents where invoice_id is null)',
      'which credit note it is': 'nth = nth + 1',
      'the currency of a document': `currency = 'GBP'`,
      'how much was paid': 'minor = minor + 1',
      'how much VAT is in it': 'vat_minor = vat_minor + 1',
      'the language of a document': `language = 'de'`,
      'who has sold': `content = jsonb_set(content, '{seller,name}', '"Mallory"')`,
      'what was sold': `content = jsonb_set(content, '{lines,0,name}', '"Gold"')`,
      'who has bought': `buyer = '{"address": ["Elsewhere"]}'`,
      'when a document was issued': `issued_at = issued_at + interval '1 day'`,
    },
    'nth = 1',
  ),
  ['an invoice removed', 'document', first('invoices.documents', 'nth = 2'), remove('invoices.documents')],
]
