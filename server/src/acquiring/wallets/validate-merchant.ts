import { isValidationHost, requestSession } from '#connectors/wallet/apple/request-session.ts'
import type { Site } from '#core/directory'
import { accountsInUse, type WalletsContext } from './context.ts'
import { identityOf } from './keys.ts'
import { refuse } from './refusals.ts'

/**
 * The merchant session that Apple Pay in a browser wants before it shows its sheet, as JSON. `validationUrl` comes from
 * the browser, so nothing but its host is used, and that only if it is one of Apple's. `domain` is the host of the page,
 * as it is registered with Apple. The test wallet gets a session of its own.
 */
export async function validateMerchant(
  ctx: WalletsContext,
  { site, validationUrl, domain }: { site: Site; validationUrl: string; domain: string },
): Promise<string> {
  const { host, protocol } = URL.parse(validationUrl) ?? { host: 'this address', protocol: '' }
  const accounts = (await accountsInUse(ctx)).filter(({ wallet }) => wallet === 'applePay')
  const account = accounts.find(({ isTest }) => !isTest)
  if (!site.wallets.includes('applePay') || accounts.length === 0)
    throw refuse('wallet_not_accepted', { wallet: 'Apple Pay' })
  if (!account) return JSON.stringify({ displayName: site.merchantName, domainName: domain, isTest: true })
  if (protocol !== 'https:' || !isValidationHost(host))
    throw refuse('validation_host_refused', { field: 'validationUrl', host })
  const identity = identityOf(ctx.keys, account, ctx.clock.now())
  if (!identity) {
    ctx.log.warn(
      'the merchant identity certificate of Apple Pay is missing or has expired; set it with: florin wallet apple',
    )
    throw refuse('validation_failed')
  }
  const merchantId = account.recipient
  const displayName = site.merchantName.slice(0, displayNameMax)
  const session = await requestSession({ host, merchantId, displayName, domain, identity }, ctx)
  if (session === undefined) throw refuse('validation_failed')
  return session
}
const displayNameMax = 64

/** The file that Apple fetches from each host to see whose it is; undefined: the operator has set none. */
export async function domainAssociation(ctx: Pick<WalletsContext, 'db' | 'testMode'>): Promise<string | undefined> {
  const accounts = await accountsInUse(ctx)
  return accounts.find(({ domainAssociation: file }) => file !== undefined)?.domainAssociation
}
