/**
 * Connections to processors: the accounts of this installation at them, with their credentials, and what they send by
 * themselves. What a kind of processor is: `connectors/acquirer/processor.ts`.
 */
export { addConnection, type Changed, requireKind } from './add-connection.ts'
export {
  checkConnection,
  clearDefault,
  disableConnection,
  enableConnection,
  makeDefault,
  tryConnection,
} from './change-connection.ts'
export type { RecordedConnection } from './connection.ts'
export type { OpeningContext, ProcessorKinds, ProcessorsContext } from './context.ts'
export { type OpenConnections, openConnections, type PlannedConnections, planConnections } from './open-connections.ts'
export { replaceCredentials } from './replace-credentials.ts'
export { rewrapCredentials } from './rewrap-credentials.ts'
export { credentialsOf, findConnection, listConnections } from './store.ts'
