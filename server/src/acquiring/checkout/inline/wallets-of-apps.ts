import { validateMerchant, type WalletParams, walletParams } from '#acquiring/wallets'
import { type Site, siteIdOfPublicKey, siteWallets } from '#core/directory'
import type { Call } from '#kernel/http/route.ts'
import type { CheckoutContext } from '../context.ts'
import { formOf } from '../routes.ts'
import { type InlineToken, requireInlineToken } from './inline-token.ts'
import { refuse } from './refusals.ts'

/**
 * What an app asks the wallet of its platform with (wire fact 9.1), for the site of its token or of a public key. Nothing in
 * it is secret. Both wallets' facts are under the names that native libraries read, beside those of the wallets themselves.
 */
export async function walletParamsFor(ctx: CheckoutContext, call: Call): Promise<object> {
  const wallet = siteWallets.find((one) => one === call.params.wallet)
  if (!wallet) throw refuse('wallet_not_known')
  const found = await walletParams(ctx, await siteOfCaller(ctx, call), wallet)
  const { isTest: _, ...params } = found
  return { ...params, merchantId: merchantIdIn(found), merchantCountry: found.countryCode }
}

const merchantIdIn = (params: WalletParams): string | undefined =>
  params.wallet === 'applePay' ? params.merchantIdentifier : params.merchantId

async function siteOfCaller(ctx: CheckoutContext, { headers, query }: Call): Promise<Site> {
  const { authorization } = headers
  const siteId =
    authorization === undefined
      ? siteIdOfPublicKey(String(query.publicKey ?? ''))
      : requireInlineToken(ctx.keys, authorization, ctx.clock.now()).siteId
  const site = siteId === undefined ? undefined : await ctx.directory.site(siteId)
  if (!site) throw refuse('public_key_not_known', { field: 'publicKey' })
  return site
}

/** A session of Apple Pay for an app, in the JSON that Apple has returned. Our own host is the one that Apple knows. */
export async function appleSessionFor(ctx: CheckoutContext, { siteId }: InlineToken, call: Call): Promise<string> {
  const site = (await ctx.directory.site(siteId))!
  const validationUrl = String(formOf(call).validationURL ?? '')
  return validateMerchant(ctx, { site, validationUrl, domain: new URL(ctx.publicUrl).hostname })
}
