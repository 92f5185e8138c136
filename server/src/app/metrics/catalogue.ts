import { billingMetrics } from '#acquiring/billing'
import { checkoutMetrics } from '#acquiring/checkout'
import { disputeMetrics } from '#acquiring/disputes'
import { merchantPayoutMetrics } from '#acquiring/merchant-payouts'
import { paymentMetrics } from '#acquiring/payments'
import { processorMetrics } from '#acquiring/processors'
import { reconciliationMetrics } from '#acquiring/reconciliation'
import { abuseMetrics } from '#acquiring/velocity'
import { walletMetrics } from '#acquiring/wallets'
import { iso8583HostMetrics } from '#connectors/acquirer/iso8583/index.ts'
import { connectorMetrics } from '#connectors/acquirer/metrics.ts'
import { ledgerMetrics } from '#core/ledger'
import { accountMetrics } from '#issuing/accounts'
import { cardMetrics } from '#issuing/cards'
import { cardDisputeMetrics } from '#issuing/chargebacks'
import { holderMetrics } from '#issuing/holders'
import { kycMetrics } from '#issuing/kyc'
import { screeningMetrics } from '#issuing/screening'
import { spendingMetrics } from '#issuing/spending'
import { challengeMetrics } from '#issuing/threeds'
import { topupMetrics } from '#issuing/topups'
import { dbMetrics } from '#kernel/db/db-metrics.ts'
import type { Metric } from '#kernel/telemetry/metric.ts'
import { workMetrics } from '#kernel/work/work-metrics.ts'
import { sealMetrics } from '../../audit/seal-metrics.ts'
import { httpMetrics } from '../../surfaces/http-metrics.ts'
import { pageFaultMetrics } from '../../surfaces/staff-api/page-faults.ts'
import { programMetrics } from './program-metrics.ts'

/** Every metric of the program, by what people look for. */
export const catalogue: Readonly<Record<string, readonly Metric[]>> = {
  Payments: [...paymentMetrics, ...checkoutMetrics, ...billingMetrics, ...disputeMetrics, ...abuseMetrics],
  Connectors: [...connectorMetrics, ...processorMetrics, ...iso8583HostMetrics, ...walletMetrics],
  'Books and settlement': [...ledgerMetrics, ...sealMetrics, ...reconciliationMetrics, ...merchantPayoutMetrics],
  'Issued cards': [
    ...spendingMetrics,
    ...cardMetrics,
    ...challengeMetrics,
    ...cardDisputeMetrics,
    ...topupMetrics,
    ...accountMetrics,
    ...kycMetrics,
    ...screeningMetrics,
    ...holderMetrics,
  ],
  'Work and deliveries': workMetrics,
  HTTP: [...httpMetrics, ...pageFaultMetrics],
  Database: dbMetrics,
  Program: programMetrics,
}

export const allMetrics: readonly Metric[] = Object.values(catalogue).flat()
