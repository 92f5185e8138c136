import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  merchant_unknown: ['not_found', 'There is no merchant {merchantId}. Which there are: florin merchant list'],
  invalid_schedule: ['invalid', 'The schedule must be {rule}.'],
  invalid_payout_time_zone: ['invalid', 'Use the IANA name of a time zone, such as Europe/Bucharest.'],
  invalid_payout_delay: ['invalid', 'The delay is a whole number of days from 0 to {max}.'],
  invalid_payout_minimum: ['invalid', 'A minimum is an amount and its currency, such as 100.00 EUR.'],
  invalid_reserve: [
    'invalid',
    'A reserve is 0 to 10000 basis points of captures, for 1 to {daysMax} days; it is both or neither.',
  ],
  invalid_bank_account: ['invalid', 'Send an IBAN, or an account number with a BIC and a country.'],
  invalid_iban: ['invalid', 'This is no IBAN of any country: its length, its form or its check digits are wrong.'],
  invalid_account_number: ['invalid', 'An account number has 4 to 34 letters and digits.'],
  invalid_bic: ['invalid', 'A BIC has 8 or 11 letters and digits, such as AAAAROBU.'],
  invalid_bank_country: ['invalid', 'The country must be a two-letter country code of ISO 3166-1, such as RO.'],
  invalid_account_holder: [
    'invalid',
    'The name of the account holder has 1 to {lengthMax} characters, some of which a bank can write.',
  ],
  invalid_bank_currency: ['invalid', 'The currency must be one of {currencies}.'],
  bank_account_not_found: ['not_found', 'This merchant has no bank account {bankAccountId}.'],
  bank_account_state: ['conflict', 'Bank account {bankAccountId} is {status}.'],
  merchant_payout_not_found: ['not_found', 'There is no payout {payoutId} to a merchant.'],
  merchant_payout_state: ['conflict', 'Payout {payoutId} is {status}; what it allows: {allowed}.'],
  merchant_payout_to_bank: ['conflict', 'The bank connector submits payouts by itself; a file is not made of them.'],
  merchant_payout_too_large: ['conflict', 'At most {most} {currency} can be paid out to merchant {merchantId} now.'],
  merchant_payout_hindered: ['conflict', 'Merchant {merchantId} cannot be paid in {currency}: {why}.'],
  invalid_payout_amount: ['invalid', 'The amount is above zero, with the decimals of its currency, such as 100.00.'],
  payout_day_taken: ['conflict', 'The payout of this day is made already.'],
  no_payouts_to_file: ['conflict', 'No payout waits for a file.'],
  payout_debtor_missing: [
    'conflict',
    'A file names your own bank account. Set FLORIN_BANK_HOLDER, FLORIN_BANK_IBAN and FLORIN_BANK_BIC.',
  ],
  payout_file_not_found: ['not_found', 'There is no payout file {fileId}.'],
  bank_file_unreadable: ['invalid', 'This is no pain.002, camt.053 or camt.054 file: {why}.'],
})
