import type { InquiryResult } from '#connectors/acquirer/port.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import type { Transaction } from './transaction.ts'

/**
 * The connector's current result of the request with this key; undefined when there is no response, or when only an
 * incoming message has the result.
 */
export async function inquire(
  ctx: PaymentsContext,
  transaction: Transaction,
  key: string,
): Promise<InquiryResult | undefined> {
  if (reportsByMessage(ctx, transaction)) return undefined
  return resultIfReceived<InquiryResult>(ctx.connectors.get(transaction.connector).inquire(key))
}

/** Whether the connector has no inquiry, and reports results by incoming messages. */
export const reportsByMessage = (
  { connectors }: Pick<PaymentsContext, 'connectors'>,
  { connector }: Pick<Transaction, 'connector'>,
): boolean => connectors.get(connector).capabilities.inquiry === 'webhook'
