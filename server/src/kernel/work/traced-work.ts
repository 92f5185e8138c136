import { traced } from '#kernel/telemetry/trace.ts'
import type { DueWork } from './due-work.ts'

/** Works, each item of which is a trace of its own. */
export const tracedWork = (works: readonly DueWork[]): DueWork[] =>
  works.map((work) => ({ ...work, run: (id) => traced(`work ${work.name}`, {}, () => work.run(id)) }))
