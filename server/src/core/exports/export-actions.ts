import { staffActions } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import type { ExportTask } from './export-task.ts'
import { refuse } from './refusals.ts'

/** What a person does with an own export; every role may. */
export const exportActions = staffActions({ fetch: {}, cancel: {} }, ['export_not_ready', 'export_over'])

export const exportGuards = (task: ExportTask, now: Instant) => ({
  fetch: () => requireFetchable(task, now),
  cancel: () => requireCancellable(task),
})

type Fetchable = ExportTask & { dataKey: Uint8Array }

export function requireFetchable(task: ExportTask, now: Instant): asserts task is Fetchable {
  const { id, status, dataKey, expiresAt } = task
  if (status === 'waiting' || status === 'running') throw refuse('export_not_ready', { exportId: id })
  if (!dataKey || !expiresAt || Temporal.Instant.compare(now, expiresAt) >= 0)
    throw refuse('export_over', { exportId: id })
}

/** What is under way, or can be fetched, takes a worker or room. */
export function requireCancellable(task: ExportTask): asserts task is ExportTask & { status: Cancellable } {
  const { id, status } = task
  if (status !== 'waiting' && status !== 'running' && status !== 'ready') throw refuse('export_over', { exportId: id })
}
type Cancellable = 'waiting' | 'running' | 'ready'
