/**
 * Connections to processors: the accounts of this installation at them, with their credentials, and what they send by
 * themselves. What a kind of processor is: `connectors/acquirer/processor.ts`.
 */
export { addConnection, type Changed, requireKind } from './add-connection.ts'
export { boundTables } from './bound.ts'
export {
  checkConnection,
  clearDefault,
  disableConnection,
  enableConnection,
  makeDefault,
  tryConnection,
} from './change-connection.ts'
export type { RecordedConnection } from './connection.ts'
export type { KnownPayment, OpeningContext, ProcessorKinds, ProcessorsContext } from './context.ts'
export { deleteOldMessages, leastMessageKept } from './delete-old-messages.ts'
export { processorJobs } from './jobs.ts'
export { type MessageId, messageStatuses, type RecordedMessage } from './message.ts'
export { type MessageFigures, pageOfMessages, readMessageFigures } from './message-store.ts'
export { inboundWebhooks, processorMetrics, readInboundWebhooks } from './metrics.ts'
export {
  defaultAmong,
  lastMadeDefault,
  type OpenConnections,
  openConnections,
  type PlannedConnections,
  planConnections,
} from './open-connections.ts'
export { openPolls } from './read-missed.ts'
export { receiveWebhooks } from './receive-webhooks.ts'
export {
  decideRefusedRequest,
  listRefusedRequests,
  requireRefusedRequest,
  type ShownRefusedRequest,
} from './refused-requests.ts'
export { replaceCredentials } from './replace-credentials.ts'
export { replayMessage, requireMessage } from './replay-message.ts'
export { rewrapCredentials } from './rewrap-credentials.ts'
export { rewrapMessages } from './rewrap-messages.ts'
export { refusedRequestRecord } from './shapes.ts'
export { processorStaffRoutes } from './staff-routes.ts'
export { credentialsOf, findConnection, listConnections } from './store.ts'
export { closeTotals, listTotals } from './totals.ts'
export { totalsRecord } from './totals-routes.ts'
