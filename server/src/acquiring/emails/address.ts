import { isEmailAddress } from '#kernel/http/read.ts'

/** A usable email address, without the spaces around it; undefined for any other text. */
export function usableAddress(unchecked: string | undefined): string | undefined {
  const address = unchecked?.trim() ?? ''
  return isEmailAddress(address) ? address : undefined
}
