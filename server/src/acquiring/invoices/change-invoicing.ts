import type { Author, InvoicingInput, Site, SiteId } from '#core/directory'
import type { InvoicesContext } from './context.ts'
import { type DocumentKind, documentKinds, numberOf } from './document.ts'
import { refuse } from './refusals.ts'
import { lastNumber } from './store.ts'

/**
 * Sets how a site makes invoices; what is not given stays. With the first call invoices begin, for payments from then on.
 * The first number of a series can be chosen until one is given.
 */
export async function changeInvoicing(
  ctx: InvoicesContext,
  { by, siteId, changes }: { by: Author; siteId: SiteId; changes: InvoicingInput },
): Promise<Site> {
  if (changes.firstNumber !== undefined) await refuseBegun(ctx, { siteId, changes })
  await refuseUsed(ctx, { siteId, changes })
  return ctx.directory.changeSite({ by, siteId, changes: { invoicing: changes } })
}

async function refuseBegun(
  ctx: InvoicesContext,
  { siteId, changes }: { siteId: SiteId; changes: InvoicingInput },
): Promise<void> {
  const invoicing = { ...(await ctx.directory.site(siteId))?.invoicing, ...changes }
  for (const kind of documentKinds) {
    const prefix = kind === 'invoice' ? invoicing.prefix : invoicing.creditPrefix
    const last = prefix === undefined ? undefined : await lastNumber(ctx.db, { siteId, kind, prefix })
    if (prefix !== undefined && last !== undefined)
      throw refuse('invoice_series_begun', {
        field: 'firstNumber',
        prefix,
        next: numberOf({ prefix, number: last + 1 }),
      })
  }
}

/** A prefix of invoices never becomes one of credit notes, nor the other way round. */
async function refuseUsed(
  { db }: InvoicesContext,
  { siteId, changes }: { siteId: SiteId; changes: InvoicingInput },
): Promise<void> {
  for (const [field, others] of [
    ['prefix', 'creditNote'],
    ['creditPrefix', 'invoice'],
  ] as const) {
    const prefix = changes[field]
    if (prefix === undefined || (await lastNumber(db, { siteId, kind: others, prefix })) === undefined) continue
    throw refuse('invoice_prefix_used', { field, prefix, others: others === 'invoice' ? 'invoices' : 'credit notes' })
  }
}

/** The number that the next document of a kind gets, as it will be printed. */
export async function nextNumber(
  ctx: Pick<InvoicesContext, 'db'>,
  site: Site,
  kind: DocumentKind,
): Promise<string | undefined> {
  if (!site.invoicing) return undefined
  const { prefix: invoices, creditPrefix, firstNumber } = site.invoicing
  const prefix = kind === 'invoice' ? invoices : creditPrefix
  const last = await lastNumber(ctx.db, { siteId: site.id, kind, prefix })
  return numberOf({ prefix, number: last === undefined ? firstNumber : last + 1 })
}
