import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { toSepaText } from '#connectors/bank/sepa-text.ts'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { readCountryCode } from '#kernel/base/country.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { BankAccountStatus } from './bank-account-states.ts'
import type { Holds } from './holds.ts'
import type { BankAccountId } from './ids.ts'
import { refuse } from './refusals.ts'

/** Where a merchant receives its money. */
export type BankAccount = AccountNumber & {
  id: BankAccountId
  version: number
  merchantId: MerchantId
  currency: Currency
  holderName: string
  status: BankAccountStatus
  /** It is held while there are any. */
  holds: Holds
  createdAt: Instant
  /** The first payout is made no earlier. */
  usableAt: Instant
}

/** An IBAN, or what countries without one have. */
export type AccountNumber = {
  iban: string | undefined
  accountNumber: string | undefined
  bic: string | undefined
  country: string
}

export type AccountNumberInput = {
  iban?: string | undefined
  accountNumber?: string | undefined
  bic?: string | undefined
  country?: string | undefined
}

/** Checks the number of an account by ISO 13616 and ISO 9362; refuses by field what cannot be. */
export function checkAccountNumber(unchecked: AccountNumberInput): AccountNumber {
  const bic = unchecked.bic === undefined ? undefined : checkBic(unchecked.bic)
  if (unchecked.iban !== undefined) {
    if (unchecked.accountNumber !== undefined) throw refuse('invalid_bank_account', { field: 'accountNumber' })
    const iban = electronicFormatIBAN(unchecked.iban)
    if (!iban || !isValidIBAN(iban)) throw refuse('invalid_iban', { field: 'iban' })
    return { iban, accountNumber: undefined, bic, country: iban.slice(0, 2) }
  }
  if (unchecked.accountNumber === undefined) throw refuse('invalid_bank_account', { field: 'iban' })
  const accountNumber = unchecked.accountNumber.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^[A-Z0-9]{4,34}$/.test(accountNumber)) throw refuse('invalid_account_number', { field: 'accountNumber' })
  if (bic === undefined) throw refuse('invalid_bic', { field: 'bic' })
  const country = readCountryCode(unchecked.country ?? '')
  if (!country) throw refuse('invalid_bank_country', { field: 'country' })
  return { iban: undefined, accountNumber, bic, country }
}

function checkBic(unchecked: string): string {
  const bic = unchecked.replaceAll(/\s/g, '').toUpperCase()
  if (!isValidBIC(bic)) throw refuse('invalid_bic', { field: 'bic' })
  return bic
}

/** A name that files can carry, in their set of characters. */
export function checkHolderName(unchecked: string): string {
  const name = unchecked.trim()
  if (name.length > holderNameMax || toSepaText(name, holderNameMax) === '')
    throw refuse('invalid_account_holder', { field: 'holderName', lengthMax: holderNameMax })
  return name
}
const holderNameMax = 70

/** All that lists, logs and the audit show of a number. */
export const lastFour = ({ iban, accountNumber }: Pick<AccountNumber, 'iban' | 'accountNumber'>): string =>
  (iban ?? accountNumber ?? '').slice(-4)
