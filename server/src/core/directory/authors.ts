import type { Author } from './directory.ts'

/** The authors of what no member of staff does, as the audit names them. */

/** A store's own program, with the private key that `florin site show` lists under this id. */
export const siteKeyAuthor = (keyId: bigint, ip: string): Author => ({ actor: `site key ${keyId}`, fromWhere: ip })

/** A shopper on a page of their own. */
export const shopperAuthor = (shopperId: bigint, ip: string | undefined): Author => ({
  actor: `shopper ${shopperId}`,
  fromWhere: ip ?? 'a page',
})

/** What falls due by itself, by the name of its work. */
export const workAuthor = (name: string): Author => ({ actor: name, fromWhere: 'worker' })
