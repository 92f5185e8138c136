import type { BillingAddress, CheckResult } from '../port.ts'

/** The sandbox finds every street and postal code right but these, which are wrong on every card. */
export const wrongStreet = '1 Wrong Street'
export const wrongZipCode = '00000'

/** The networks compare the street and the postal code each by itself, and what was not sent they cannot compare. */
export const addressChecksOf = (billing: BillingAddress | undefined) => ({
  address: compared(billing?.street, wrongStreet),
  postalCode: compared(billing?.zipCode, wrongZipCode),
})

function compared(sent: string | undefined, wrong: string): CheckResult {
  if (!sent) return 'unavailable'
  return sent.trim().toLowerCase() === wrong.toLowerCase() ? 'mismatch' : 'match'
}
