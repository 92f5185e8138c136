/** The connector for hosts of acquirers that speak ISO 8583. */
import './tables.ts'

export type { KeptCards } from './context.ts'
export { iso8583HostMetrics } from './metrics.ts'
export { iso8583Processor } from './processor.ts'
