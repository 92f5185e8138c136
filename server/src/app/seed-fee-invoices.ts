import { billingDetailsOf, changeBillingDetails, type FeeInvoicesContext } from '#acquiring/fee-invoices'
import type { Directory, MerchantId } from '#core/directory'
import { by, oneAtATime } from './seed.ts'

type SeedContext = FeeInvoicesContext & { directory: Pick<Directory, 'merchant' | 'changeMerchant'> }

/**
 * The bakery of staging has a legal name and an address, and its fees have VAT in them: so it gets an invoice for them each
 * month. Doing it again finds what is there.
 */
export const seedFeeInvoices = (ctx: SeedContext, merchantId: MerchantId): Promise<void> =>
  oneAtATime(ctx.db, 'seedFeeInvoices', async () => {
    if (await billingDetailsOf(ctx, merchantId)) return
    const merchant = await ctx.directory.merchant(merchantId)
    if (merchant?.legalName === undefined) await ctx.directory.changeMerchant({ by, merchantId, changes: bakery })
    await changeBillingDetails(ctx, { by, merchantId, changes: { vatBasisPoints: 1_900 } })
  })

const bakery = {
  legalName: 'Crumb & Co. SRL',
  taxNumber: 'RO12345674',
  address: 'Strada Pâinii 7\n010101 București',
  country: 'RO',
  email: 'finance@crumb.example',
} as const
