import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of invoices for fees. */
export const feeInvoiceCorruptions: readonly Corruption[] = [
  ...alter('fee_invoices.billing_details', 'billing details of merchant', {
    'who is invoiced': `legal_name = 'Mallory'`,
    'where an invoice goes': `address = 'Elsewhere'`,
    'in which country': `country = 'FR'`,
    'the VAT id of a merchant': 'vat_id = null',
    'the VAT of a merchant': 'vat_basis_points = 500',
    'what stands on invoices': `note = 'none'`,
  }),
  ...alter(
    'fee_invoices.invoices',
    'fee invoice',
    {
      'the number of an invoice': `number = 'F-2026-000099'`,
      'the year of an invoice': 'year = 2025',
      'its place in the year': 'sequence = 99',
      'whose invoice it is': 'merchant_id = merchant_id + 1',
      'the currency of an invoice': `currency = 'GBP'`,
      'the month of an invoice': `month = '2026-04'`,
      'how often its month was invoiced': 'attempt = 9',
      'a credit note that it was not': 'credits_id = 1003',
      'where its month begins': `period_from = period_from - interval '1 day'`,
      'where its month ends': `period_until = period_until + interval '1 day'`,
      'who sells': `seller = seller || '{"name": "Mallory"}'`,
      'who buys': `buyer = buyer || '{"name": "Mallory"}'`,
      'what was invoiced': 'minor = minor + 1',
      'the rate of its VAT': 'vat_basis_points = 500',
      'its VAT': 'vat_minor = vat_minor + 1',
      'its note': `note = 'none'`,
      'who has issued it': `issued_by = 'nobody'`,
      'when it was issued': `issued_at = issued_at - interval '1 day'`,
    },
    'credits_id is null',
  ),
  ...alter(
    'fee_invoices.invoices',
    'fee invoice',
    { 'what a credit note is of': 'credits_id = 1003' },
    'credits_id > 0',
  ),
  ...alter('fee_invoices.lines', 'line of fee invoice', {
    'the invoice of a line': 'invoice_id = (select max(id) from fee_invoices.invoices)',
    'the site of a line': 'site_id = site_id + 1',
    'what a line is for': `kind = 'fixed', basis_points = null`,
    'the rate of a line': 'basis_points = 1',
    'how many payments a line has': 'payments = payments + 1',
    'what a line is a part of': 'base_minor = base_minor + 1',
    'what a line comes to': 'minor = minor + 1',
  }),
  ...alter('fee_invoices.months', 'month of fee invoices', {
    'which month was made': `month = '2020-01'`,
    'when a month was made': `made_at = made_at - interval '1 day'`,
  }),
  ['a line removed', 'line of fee invoice', first('fee_invoices.lines'), remove('fee_invoices.lines')],
  ['a month removed', 'month of fee invoices', first('fee_invoices.months'), remove('fee_invoices.months')],
]
