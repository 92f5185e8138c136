import { type BillingParts, billingJobs } from '#acquiring/billing'
import { type CheckoutContext, checkoutJobs } from '#acquiring/checkout'
import { disputeJobs } from '#acquiring/disputes'
import { invoiceJobs } from '#acquiring/invoices'
import { type MerchantPayoutsContext, merchantPayoutJobs } from '#acquiring/merchant-payouts'
import { merchantJobs } from '#acquiring/merchants'
import { paymentJobs } from '#acquiring/payments'
import { payoutJobs } from '#acquiring/payouts'
import { type ReconciliationContext, reconciliationJobs } from '#acquiring/reconciliation'
import { settlementJobs } from '#acquiring/settlement'
import { depositJobs } from '#issuing/deposits'
import { documentJobs } from '#issuing/documents'
import { kycJobs } from '#issuing/kyc'
import { screeningJobs } from '#issuing/screening'
import { spendingJobs } from '#issuing/spending'
import { type ThreeDsContext, threeDsJobs } from '#issuing/threeds'
import { topupJobs } from '#issuing/topups'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { Config } from './config.ts'
import { applyIncomingResult } from './incoming-result.ts'

/** What falls due of payments that merchants take, and of documents: it needs nobody outside but acquirers and the bank. */
export const acquiringWork = (
  ctx: BillingParts & CheckoutContext & MerchantPayoutsContext & ReconciliationContext,
): DueWork[] => [
  ...paymentJobs(ctx),
  ...payoutJobs(ctx),
  ...settlementJobs(ctx),
  ...merchantPayoutJobs(ctx),
  ...merchantJobs(ctx),
  ...reconciliationJobs(ctx, (connector, incoming) => applyIncomingResult(ctx, connector, incoming)),
  ...invoiceJobs(ctx),
  ...disputeJobs(ctx),
  ...billingJobs(ctx),
  ...checkoutJobs(ctx),
  ...documentJobs(ctx),
]

/** What falls due of issued cards and their holders. */
export const issuingWork = (
  ctx: Parameters<typeof kycJobs>[0] &
    Parameters<typeof screeningJobs>[0] &
    Parameters<typeof topupJobs>[0] &
    Parameters<typeof depositJobs>[0] &
    Parameters<typeof spendingJobs>[0] &
    ThreeDsContext,
  { identity }: Config,
): DueWork[] => [
  ...kycJobs(ctx, identity),
  ...screeningJobs(ctx),
  ...topupJobs(ctx),
  ...depositJobs(ctx),
  ...spendingJobs(ctx),
  ...threeDsJobs(ctx),
]
