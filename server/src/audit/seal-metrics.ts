import { sealLateness } from '#kernel/audit/seal/lateness.ts'
import { rowsNotSealed } from '#kernel/audit/seal/not-sealed.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { sealed } from './sealed.ts'

const sealsBehind = stateGauge({
  name: 'florin_seals_behind_seconds',
  help: 'For how long the oldest row that is not sealed may have waited, by the clock of the machine; 0 when every row is sealed.',
  unit: 'seconds',
})
const notSealed = stateGauge({
  name: 'florin_rows_not_sealed',
  help: 'Rows that could not be sealed, counted to 1,000; florin verify names them.',
})

export const sealMetrics: readonly Metric[] = [sealsBehind, notSealed]

/** Reads how far sealing is behind. */
export async function readSeals(metrics: Metrics, { db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const { seconds } = await sealLateness(db, { sealed, wall: clock.wall() })
  metrics.replace(sealsBehind, [{ labels: {}, value: seconds }])
  metrics.replace(notSealed, [{ labels: {}, value: (await rowsNotSealed(db)).length }])
}
