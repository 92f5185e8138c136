import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import { newProductId } from '#issuing/ids'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ProgrammesContext } from './context.ts'
import { forgetOwnNumbers } from './own-numbers.ts'
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
 * A new card product of a partner, with keys of its own. The keys are made first; the daily sweep destroys those of a
 * product that is not recorded after all, since an error does not say for certain that it is not.
 */
export async function addProduct(ctx: ProgrammesContext, { by, partnerId, input, once }: NewProduct): Promise<Product> {
  if (!(await ctx.partners.partner(partnerId))) throw refuse('programme_partner_not_found', { field: 'partnerId' })
  const fields = checkProduct(input)
  const numbers = numbersOf(fields.prefix)
  await refuseTaken(ctx, numbers)
  const id = newProductId()
  await ctx.issuerVault.openProduct({ productId: id, prefix: fields.prefix })
  const now = ctx.clock.now()
  const product: Product = { id, partnerId, createdAt: now, ...fields }
  const { limits, fees, ...shown } = fields
  const added = auditEntry(now, by, {
    action: 'productAdded',
    owner: partnerOwner(partnerId),
    subject: { type: 'product', id },
    after: { ...shown, limits, fees },
  })
  return decide(async () => {
    await refuseTaken(ctx, numbers)
    await commit(ctx, now, [insertProduct(product, numbers), added, ...(once?.(id) ?? [])], 'add-product')
    forgetOwnNumbers(ctx.db)
    return product
  })
}

async function refuseTaken({ db }: ProgrammesContext, numbers: string): Promise<void> {
  const owner = await findByNumbers(db, numbers)
  if (owner) throw refuse('prefix_taken', { field: 'prefix', productId: owner })
}

/** Another product that takes one of the numbers at the same moment means: read again. */
const insertProduct = (product: Product, numbers: string): Write =>
  insert(
    'programmes.products',
    {
      id: product.id,
      partner_id: product.partnerId,
      name: product.name,
      prefix: product.prefix,
      numbers,
      virtual: product.virtual,
      physical: product.physical,
      currencies: product.currencies,
      months: product.months,
      expiry_order: product.expiryOrder,
      service_code: product.serviceCode,
      limits: jsonb(product.limits),
      fees: jsonb(product.fees),
      markup_percent: product.markupPercent,
      design: product.design ?? null,
      bureau_key: product.bureauKey ?? null,
      created_at: product.createdAt,
    },
    { onDuplicate: { products_share_no_number: 'stale' } },
  )

/** All numbers of 16 digits that begin with the prefix. */
const numbersOf = (prefix: string): string => `[${prefix.padEnd(16, '0')},${prefix.padEnd(16, '9')}]`
