import type { FailedAfterwards, InquiryResult, Returned } from '#connectors/acquirer/port.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import type { Transaction } from './transaction.ts'

/**
 * The connector's current result of the request with this key, which is awaited; undefined when there is no response, or when only an
 * incoming message has the result.
 */
export async function inquire(
  ctx: PaymentsContext,
  transaction: Transaction,
  key: string,
): Promise<AwaitedResult | undefined> {
  if (reportsByMessage(ctx, transaction)) return undefined
  const result = await resultIfReceived<InquiryResult>(ctx.connectors.get(transaction.connector).inquire(key))
  return result && beforeDone(result)
}

/** Whether the connector has no inquiry, and reports results by incoming messages. */
export const reportsByMessage = (
  { connectors }: Pick<PaymentsContext, 'connectors'>,
  { connector }: Pick<Transaction, 'connector'>,
): boolean => connectors.get(connector).capabilities.inquiry === 'webhook'

/** What can come of a request that is awaited. */
export type AwaitedResult = Exclude<InquiryResult, Returned | FailedAfterwards>

/**
 * What an answer means for a request whose result is awaited: money that has come back before anything was recorded has
 * never gone out, and what has failed was never done.
 */
export const beforeDone = (result: InquiryResult): AwaitedResult =>
  result.outcome === 'returned' || result.outcome === 'failed'
    ? { outcome: 'declined', reason: 'rejected_by_processor', reference: result.reference, checks: undefined }
    : result
