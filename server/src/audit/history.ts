import type { AnyMachine } from '#kernel/base/state-machine.ts'
import type { Difference } from './report.ts'

export type Transition = { action: string; from_status: string | null; to_status: string }

/**
 * A history begins where its machine begins, makes only moves of the table, each from where the one before it led, and
 * ends where the thing stands. Gives the first place where it does not.
 */
export function compareHistory(
  { about, status, look }: { about: string; status: string; look: string },
  machine: AnyMachine,
  transitions: readonly Transition[],
): Difference[] {
  let actual = machine.initial
  for (const { action, from_status, to_status } of transitions) {
    const to = machine.statuses.includes(actual) ? machine.next(actual, action) : undefined
    if (from_status !== actual || to_status !== to) {
      const transition = `${action} from ${from_status ?? 'nothing'} to ${to_status}`
      const legal = machine.edges.filter(({ from }) => from === actual).map((edge) => `${edge.action} to ${edge.to}`)
      const should = legal.length > 0 ? `from ${actual}: ${legal.join(', ')}` : `nothing follows ${actual}`
      return [{ about, wrong: 'its history has a move that cannot be', actual: transition, should, look }]
    }
    actual = to
  }
  if (actual === status) return []
  return [{ about, wrong: 'its history does not end where it stands', actual: status, should: actual, look }]
}
