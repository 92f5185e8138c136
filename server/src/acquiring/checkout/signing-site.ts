import { checksumFits, findSiteId, type SignedForm } from '#acquiring/requests'
import type { Site, SiteId } from '#core/directory'
import { Refusal } from '#kernel/base/refusal.ts'
import type { CheckoutContext } from './context.ts'
import { refuse } from './refusals.ts'

/** The site whose key signed a form, which of its keys that was, and the very bytes that were signed. */
export type Signed = SignedText & { site: Site }
type SignedText = { text: Uint8Array; keyId: bigint }

/** The site that the form names, or, when it names none, the one whose key fits. Refuses a form that no site signed. */
export async function requireSigned(ctx: CheckoutContext, form: SignedForm): Promise<Signed> {
  const siteId = findSiteId(form.claims)
  const signed = siteId === undefined ? await foundByKey(ctx, form) : await named(ctx, siteId, form)
  const { site, keyId } = signed
  if (!site.active) throw refuse('site_inactive', { field: 'siteId', siteId: site.id })
  await ctx.directory.noteKeyUse({ siteId: site.id, keyId })
  return signed
}

async function named(ctx: CheckoutContext, siteId: SiteId, form: SignedForm): Promise<Signed> {
  const site = await ctx.directory.site(siteId)
  if (!site) throw refuse('site_not_found', { field: 'siteId' })
  const signed = await textSignedBy(ctx, site, form)
  if (!signed) throw refuse('invalid_checksum', { field: 'checksum', siteId })
  return { site, ...signed }
}

/**
 * A merchant with one site may leave `siteId` out (merchant-payments, siteId). All such sites are tried, also after one
 * fits, so the time taken reveals nothing; there are few, and they and their keys are in memory.
 */
async function foundByKey(ctx: CheckoutContext, form: SignedForm): Promise<Signed> {
  const ids = await ctx.directory.onlySites({ atMost: sitesTriedMax })
  const bytes = Math.max(...form.signed.map(({ length }) => length))
  if (!ids || ids.length * bytes > bytesTriedMax) throw refuse('site_required', { field: 'siteId' })
  const tried = await Promise.all(
    ids.map(async (id) => {
      const site = await ctx.directory.site(id)
      const signed = site && (await textSignedBy(ctx, site, form).catch(unreadable))
      return signed && { site, ...signed }
    }),
  )
  const found = tried.find((one) => one !== undefined)
  if (!found) throw refuse('signer_not_found', { field: 'siteId' })
  return found
}
/** A site whose key cannot be read did not sign this, and must not stop the others. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'site_key_unreadable') throw error
}

const sitesTriedMax = 100
/** Of all sites together: some 10 ms of HMAC for two keys of each, with and without prefix. */
const bytesTriedMax = 1_000_000

/** Every key is tried, also after one fits, so the time taken reveals nothing. */
async function textSignedBy(
  { directory }: CheckoutContext,
  { id, live }: Site,
  { signed, checksum }: SignedForm,
): Promise<SignedText | undefined> {
  const keys = await directory.validKeys(id)
  const tried = keys.flatMap(({ id: keyId, key }) => {
    const text = signed.find((one) => checksumFits(one, checksum, [key], live))
    return text ? [{ keyId, text }] : []
  })
  return tried[0]
}
