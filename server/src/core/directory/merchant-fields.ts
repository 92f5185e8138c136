import { countryRule, readCountryCode } from '#kernel/base/country.ts'
import type { MerchantFields, MerchantInput } from './directory.ts'
import { checkEmail } from './email.ts'
import { checkName } from './name.ts'
import { refuse } from './refusals.ts'

/** Checks everything that is set on a merchant. Refuses the first field that is wrong. */
export const checkMerchantFields = (input: MerchantInput & { name: string }): MerchantFields => ({
  name: checkName(input.name),
  legalName: input.legalName ? checkName(input.legalName, 'legalName') : undefined,
  registrationNumber: input.registrationNumber
    ? checkNumber('registrationNumber', input.registrationNumber)
    : undefined,
  taxNumber: input.taxNumber ? checkNumber('taxNumber', input.taxNumber) : undefined,
  address: input.address ? checkAddress(input.address) : undefined,
  country: input.country ? checkCountry(input.country) : undefined,
  email: input.email ? checkEmail(input.email, 'email') : undefined,
})

/** The number of a register is written in many ways: `J40/1234/2019`, `RO 123456`. */
function checkNumber(field: string, unchecked: string): string {
  const number = unchecked.trim()
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ./-]{1,39}$/u.test(number)) throw refuse('invalid_merchant_number', { field })
  return number
}

function checkAddress(unchecked: string): string {
  const lines = unchecked.split(/\r?\n/).map((line) => line.trim())
  const address = lines.filter((line) => line !== '').join('\n')
  const usable = address.length <= addressLengthMax && lines.length <= addressLinesMax && !/(?!\n)\p{Cc}/u.test(address)
  if (!usable || address === '')
    throw refuse('invalid_merchant_address', {
      field: 'address',
      lengthMax: addressLengthMax,
      linesMax: addressLinesMax,
    })
  return address
}
const addressLengthMax = 300
const addressLinesMax = 6

function checkCountry(unchecked: string): string {
  const country = readCountryCode(unchecked)
  if (!country) throw refuse('invalid_country', { field: 'country', rule: countryRule })
  return country
}
