import { type Author, auditEntry, difference } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { ProductId } from '#issuing/ids'
import { commit, decide, increase, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ProgrammesContext } from './context.ts'
import type { Product, ProductChanges, Settings, SettingsChanges } from './product.ts'
import { checkChanges, checkSettings } from './product-fields.ts'
import { refuse } from './refusals.ts'
import { findProductVersion, findSettings, type SettingsVersion } from './store.ts'
import { checkTopupSite } from './topup-terms.ts'

type By = { by: Author }
/** `expect` refuses what the author has not seen. */
type ProductChange = By & { productId: ProductId; changes: ProductChanges; expect?: (product: Product) => void }

/** Changes what is given and leaves the rest; a change that changes nothing leaves no trace. */
export const changeProduct = (
  ctx: ProgrammesContext,
  { by, productId, changes, expect }: ProductChange,
): Promise<Product> =>
  decide(async () => {
    const found = await findProductVersion(ctx.db, productId)
    if (!found) throw refuse('product_not_found', { field: 'productId', productId })
    const { product, version } = found
    expect?.(product)
    const after = checkChanges(product, changes)
    const changed = difference(changeable(product), after)
    if (!changed) return product
    const now = ctx.clock.now()
    const writes = [
      update('programmes.products', {
        set: {
          name: after.name,
          active: after.active,
          limits: jsonb(after.limits),
          fees: jsonb(after.fees),
          markup_percent: after.markupPercent,
          design: after.design ?? null,
          bureau_key: after.bureauKey ?? null,
          version: increase(1n),
        },
        where: { id: productId, version },
      }),
      auditEntry(now, by, {
        action: 'productChanged',
        owner: partnerOwner(product.partnerId),
        subject: { type: 'product', id: productId },
        ...changed,
      }),
    ]
    await commit(ctx, now, writes, 'change-programme')
    return { ...product, ...after }
  })

const changeable = ({ name, active, limits, fees, markupPercent, design, bureauKey }: Product) => ({
  name,
  active,
  limits,
  fees,
  markupPercent,
  design,
  bureauKey,
})

/** Changes the settings of a partner's programme. */
export const changeSettings = (
  ctx: ProgrammesContext,
  { by, partnerId, changes }: By & { partnerId: PartnerId; changes: SettingsChanges },
): Promise<Settings> =>
  decide(async () => {
    const partner = await ctx.partners.partner(partnerId)
    if (!partner) throw refuse('programme_partner_not_found', { field: 'partnerId' })
    await checkTopupSite(ctx, partner, changes)
    const found = await findSettings(ctx.db, partnerId)
    const after = checkSettings(found.settings, changes)
    const changed = difference(found.settings, after)
    if (!changed) return found.settings
    const now = ctx.clock.now()
    const writes = [
      writeSettings(partnerId, found, { ...after, now }),
      auditEntry(now, by, {
        action: 'programmeChanged',
        owner: partnerOwner(partnerId),
        subject: { type: 'programme', id: String(partnerId) },
        ...changed,
      }),
    ]
    await commit(ctx, now, writes, 'change-programme')
    return after
  })

function writeSettings(
  partnerId: PartnerId,
  { version }: SettingsVersion,
  { frameAncestors, appleRoot, googleKey, returnUrl, kycValid, now, ...topups }: Settings & { now: Temporal.Instant },
): Write {
  const row = {
    frame_ancestors: frameAncestors,
    apple_root: appleRoot ?? null,
    google_key: googleKey ?? null,
    return_url: returnUrl ?? null,
    kyc_valid: kycValid ?? null,
    topup_site: topups.topupSite ?? null,
    topup_redirects: topups.topupRedirects,
    topup_limits: jsonb(topups.topupLimits),
    topup_fees: jsonb(topups.topupFees),
  }
  return version === undefined
    ? insert(
        'programmes.settings',
        { ...row, partner_id: partnerId, created_at: now },
        { onDuplicate: { settings_pkey: 'stale' } },
      )
    : update('programmes.settings', {
        set: { ...row, version: increase(1n) },
        where: { partner_id: partnerId, version },
      })
}
