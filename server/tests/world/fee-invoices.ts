import { changeBillingDetails, type FeeInvoicesContext } from '#acquiring/fee-invoices'
import type { MerchantId } from '#core/directory'
import { operator } from './merchant-payouts.ts'
import type { World } from './world.ts'

/** The settings under which an installation makes invoices for its fees. */
export const sellerSettings = {
  FLORIN_SELLER_NAME: 'Florin Payments SRL',
  FLORIN_SELLER_ADDRESS: 'Strada Lipscani 1, 030031 Bucharest',
  FLORIN_SELLER_COUNTRY: 'RO',
  FLORIN_SELLER_VAT_ID: 'RO12345674',
  FLORIN_SELLER_TIME_ZONE: 'Europe/Bucharest',
} as const

/** A merchant whose fees have 19% VAT in them. */
export const setBillingDetails = (
  { app }: { app: World['app'] & FeeInvoicesContext },
  merchantId: MerchantId,
  changes: Parameters<typeof changeBillingDetails>[1]['changes'] = {},
) =>
  changeBillingDetails(app, {
    by: operator,
    merchantId,
    changes: {
      legalName: 'Crumb & Co. SRL',
      address: 'Strada Academiei 7\nBucharest',
      country: 'RO',
      vatId: 'RO98765432',
      vatBasisPoints: 1_900,
      ...changes,
    },
  })
