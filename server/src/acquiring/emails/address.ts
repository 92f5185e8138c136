import { isEmailAddress } from '#kernel/http/read.ts'

/** An address that can be written to, without the spaces around it; undefined for any other text. */
export function usableAddress(unchecked: string | undefined): string | undefined {
  const address = unchecked?.trim() ?? ''
  return isEmailAddress(address) ? address : undefined
}
