import { isEmailAddress } from '#kernel/http/read.ts'
import { refuse } from './refusals.ts'

/** An e-mail address in its normal form; refuses, by its field, what is none. */
export function checkEmail(unchecked: string, field = 'email'): string {
  const email = normalEmail(unchecked)
  if (!isEmailAddress(email)) throw refuse('invalid_email', { field })
  return email
}

/** People write their own address in either case and mean one mailbox. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()
