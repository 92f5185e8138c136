import { z } from 'zod'

/** An address of PostgreSQL. A problem with it never repeats it, since it has a password. */
export const databaseAddress = z
  .string()
  .refine(
    isEncoded,
    'the user or the password has a character that ends it, or a % of its own; write it encoded: %23 for #, %2F for /, %3F for ?, %40 for @, %25 for %',
  )

function isEncoded(url: string): boolean {
  const [, authority = '', path = ''] = /^[a-z]+:\/\/([^/?#]*)([^?]*)/.exec(url) ?? []
  if (url.includes('#') || (!authority.includes('@') && authority !== '' && path.includes('@'))) return false
  try {
    decodeURIComponent(authority)
    return true
  } catch {
    return false
  }
}
