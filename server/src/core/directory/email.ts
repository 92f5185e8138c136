import { z } from 'zod'
import { refuse } from './refusals.ts'

/** An e-mail address in its normal form; refuses, by its field, what cannot be one. */
export function checkEmail(unchecked: string, field = 'email'): string {
  const email = normalEmail(unchecked)
  if (email.length > emailLengthMax || !z.email().safeParse(email).success) throw refuse('invalid_email', { field })
  return email
}
/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const emailLengthMax = 254

/** People write their own address in either case and mean one mailbox. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()
