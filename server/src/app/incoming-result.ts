import { applyPaymentNews, type PaymentsContext } from '#acquiring/payments'
import { applyPayoutNews } from '#acquiring/payouts'
import type { InquiryNews } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'

/**
 * Applies what an incoming message of a connector says of a request of ours, whichever module sent it. The caller has
 * checked that the message is the connector's, and its shape with `readInquiryResult`. Returns whether it was applied.
 */
export const applyInquiryNews = async (
  ctx: PaymentsContext,
  connector: ConnectorId,
  news: InquiryNews,
): Promise<boolean> => (await applyPaymentNews(ctx, connector, news)) || applyPayoutNews(ctx, connector, news)
