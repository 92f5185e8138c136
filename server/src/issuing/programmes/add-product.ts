import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import { newProductId } from '#issuing/ids'
import { commit, insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ProgrammesContext } from './context.ts'
import type { Product, ProductInput } from './product.ts'
import { checkProduct } from './product-fields.ts'
import { refuse } from './refusals.ts'
import { findByNumbers } from './store.ts'

export type NewProduct = {
  by: Author
  partnerId: PartnerId
  input: ProductInput
  /** To be part of the commit that records the product, when the caller sent an idempotency key. */
  once?: ((productId: string) => Write[]) | undefined
}

/**
 * A new card product of a partner, with keys of its own. The keys are made first: those of a product that is not
 * recorded after all serve nothing.
 */
export async function addProduct(ctx: ProgrammesContext, { by, partnerId, input, once }: NewProduct): Promise<Product> {
  if (!(await ctx.partners.partner(partnerId))) throw refuse('programme_partner_not_found', { field: 'partnerId' })
  const fields = checkProduct(input)
  const numbers = numbersOf(fields.prefix)
  const owner = await findByNumbers(ctx.db, numbers)
  if (owner) throw refuse('prefix_taken', { field: 'prefix', productId: owner })
  const id = newProductId()
  await ctx.issuerVault.openProduct({ productId: id, prefix: fields.prefix })
  const now = ctx.clock.now()
  const { limits, fees, ...shown } = fields
  const writes = [
    insert('programmes.products', {
      id,
      partner_id: partnerId,
      name: fields.name,
      prefix: fields.prefix,
      numbers,
      virtual: fields.virtual,
      physical: fields.physical,
      currencies: fields.currencies,
      months: fields.months,
      expiry_order: fields.expiryOrder,
      service_code: fields.serviceCode,
      limits: jsonb(limits),
      fees: jsonb(fees),
      markup_percent: fields.markupPercent,
      design: fields.design ?? null,
      bureau_key: fields.bureauKey ?? null,
      created_at: now,
    }),
    auditEntry(now, by, {
      action: 'productAdded',
      owner: partnerOwner(partnerId),
      subject: { type: 'product', id },
      after: { ...shown, limits, fees },
    }),
    ...(once?.(id) ?? []),
  ]
  await commit(ctx, now, writes, 'add-product')
  return { id, partnerId, createdAt: now, ...fields }
}

/** All numbers of 16 digits that begin with the prefix. */
const numbersOf = (prefix: string): string => `[${prefix.padEnd(16, '0')},${prefix.padEnd(16, '9')}]`
