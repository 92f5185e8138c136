import { type Author, auditEntry } from '#core/directory'
import type { KeyKind, ProductKey } from '#core/issuervault'
import { partnerOwner } from '#core/partners'
import type { ProductId } from '#issuing/ids'
import { commit } from '#kernel/db/commit/commit.ts'
import type { ProgrammesContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findProductVersion } from './store.ts'

/**
 * A new version of a product's key. Its new cards have it; the others keep theirs until they expire. The vault has a
 * role of its own, so the key and the audit are not one commit: the audit says first what is intended, so that no key
 * changes without a word about who wanted it.
 */
export async function rotateProductKey(
  ctx: ProgrammesContext,
  { by, productId, kind }: { by: Author; productId: ProductId; kind: KeyKind },
): Promise<ProductKey> {
  const found = await findProductVersion(ctx.db, productId)
  if (!found) throw refuse('product_not_found', { field: 'productId', productId })
  const now = ctx.clock.now()
  const { year, month } = now.toZonedDateTimeISO('UTC')
  const today = `${String(year % 100).padStart(2, '0')}${String(month).padStart(2, '0')}`
  const record = (action: string, after: object) => {
    const about = { owner: partnerOwner(found.product.partnerId), subject: { type: 'product', id: productId } }
    return commit(ctx, now, [auditEntry(now, by, { action, ...about, after })], 'rotate-product-key')
  }
  await record('productKeyRotationBegun', { kind })
  const key = await ctx.issuerVault.rotateKey({ productId, kind, today })
  await record('productKeyRotated', { kind, version: key.version, checkValue: key.checkValue })
  return key
}
