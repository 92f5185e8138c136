import { NumberText } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { MerchantId, SiteId } from './ids.ts'

/** The prefixed form in which people see a private key (wire fact 0.3). Some clients sign with this very text. */
export const displayPrivateKey = (site: { live: boolean }, privateKey: Secret<string>): Secret<string> =>
  new Secret(`sk_${environmentOf(site)}_${privateKey.reveal()}`)

/** The public key is the site's id with the environment in front, and no secret. */
export const publicKey = (site: { id: SiteId; live: boolean }): string => `pk_${environmentOf(site)}_${site.id}`

/** The 32 hex characters of a private key, bare or prefixed, and the environment in its prefix. */
export function readPrivateKey(unchecked: string): { hex: string; environment?: 'test' | 'live' } | undefined {
  const match = /^(?:sk_(test|live)_)?([0-9a-f]{32})$/.exec(unchecked)
  if (!match) return undefined
  const hex = match[2]!
  return match[1] === 'test' || match[1] === 'live' ? { hex, environment: match[1] } : { hex }
}

/** `pk_test_10722` is site 10722. */
export function siteIdOfPublicKey(unchecked: string): SiteId | undefined {
  const match = /^pk_(?:test|live)_(\d+)$/.exec(unchecked)
  return match ? (readInteger(match[1]) as SiteId | undefined) : undefined
}

/** A site id as clients send it: a number, its digits as text, or the public key in its place (wire fact 1.2). */
export function readSiteId(unchecked: unknown): SiteId | undefined {
  return typeof unchecked === 'string' && unchecked.startsWith('pk_')
    ? siteIdOfPublicKey(unchecked)
    : (readInteger(unchecked) as SiteId | undefined)
}

export const readMerchantId = (unchecked: unknown): MerchantId | undefined =>
  readInteger(unchecked) as MerchantId | undefined

export const environmentOf = (site: { live: boolean }): 'test' | 'live' => (site.live ? 'live' : 'test')

/** Sites and merchants are numbered in 32 bits. */
function readInteger(unchecked: unknown): number | undefined {
  if (!['string', 'number', 'bigint'].includes(typeof unchecked) && !(unchecked instanceof NumberText)) return undefined
  const text = String(unchecked)
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= integerMax ? Number(text) : undefined
}
const integerMax = 2_147_483_647
