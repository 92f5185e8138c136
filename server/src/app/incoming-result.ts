import { applyPaymentResult, type PaymentsContext } from '#acquiring/payments'
import { applyPayoutResult } from '#acquiring/payouts'
import type { IncomingResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'

/**
 * Applies what an incoming message of a connector says of a request of ours, whichever module sent it. The caller has
 * checked that the message is the connector's, and its shape with `readInquiryResult`. Returns whether it was applied.
 */
export const applyIncomingResult = async (
  ctx: PaymentsContext,
  connector: ConnectorId,
  incoming: IncomingResult,
): Promise<boolean> =>
  (await applyPaymentResult(ctx, connector, incoming)) || applyPayoutResult(ctx, connector, incoming)

/** Applies results that arrive after the reply that waited for them. One that cannot be recorded is inquired later. */
export const applyLateResult =
  (ctx: PaymentsContext) =>
  async (connector: ConnectorId, incoming: IncomingResult): Promise<void> => {
    try {
      await applyIncomingResult(ctx, connector, incoming)
    } catch (error) {
      ctx.log.error({ connector, err: error }, 'a late result of an acquirer was not recorded; it is inquired later')
    }
  }
