import { counter, type Metric, processGauge, stateGauge } from '#kernel/telemetry/metric.ts'

import { replicaLag } from '../read-replica.ts'

export const buildInfo = processGauge({
  name: 'florin_build_info',
  help: 'Always 1; its labels say which version runs, on which Node, and what the process does.',
  labels: ['version', 'node', 'roles'],
})
export const stateReadFailures = counter({
  name: 'florin_metrics_failures_total',
  help: 'Figures that could not be read or counted; the log says why.',
})
export const parked = stateGauge({
  name: 'florin_parked',
  help: 'Messages that were given up: a person sends them again.',
  labels: ['kind'],
})
export const parkedOldest = stateGauge({
  name: 'florin_parked_oldest_seconds',
  help: 'For how long the oldest of them has been there, by the clock of the installation.',
  unit: 'seconds',
  labels: ['kind'],
})
export const replicationLag = stateGauge({
  name: 'florin_replication_lag_seconds',
  help: 'How far replicas of the database are behind, by their name. Absent without replicas, and where the user of DATABASE_URL may not see it (pg_monitor).',
  unit: 'seconds',
  labels: ['replica'],
})
export const keysAwaitingRewrap = stateGauge({
  name: 'florin_master_keys_awaiting_rewrap',
  help: 'Older master keys that still seal card numbers, stored or issued, until florin keys rewrap has run.',
  labels: ['vault'],
})
export const clockOffset = stateGauge({
  name: 'florin_clock_offset_seconds',
  help: 'How far the clock of the installation is from the clock of the machine: in staging it can be moved, in production it is 0.',
  unit: 'seconds',
})

export const installationHeld = stateGauge({
  name: 'florin_installation_held',
  help: 'Whether what falls due by itself waits for florin resume, because the database was restored.',
  unit: '0 or 1',
})

export const programMetrics: readonly Metric[] = [
  buildInfo,
  stateReadFailures,
  parked,
  parkedOldest,
  replicationLag,
  replicaLag,
  keysAwaitingRewrap,
  clockOffset,
  installationHeld,
]
