import type { AnyMachine } from '#kernel/state-machine.ts'
import type { Difference } from './report.ts'

export type Move = { action: string; from_status: string | null; to_status: string }

/**
 * A history begins where its machine begins, makes only moves of the table, each from where the one before it led, and
 * ends where the thing stands. Gives the first place where it does not.
 */
export function compareHistory(
  { about, status, look }: { about: string; status: string; look: string },
  machine: AnyMachine,
  moves: readonly Move[],
): Difference[] {
  let stands = machine.initial
  for (const { action, from_status, to_status } of moves) {
    const to = machine.statuses.includes(stands) ? machine.next(stands, action) : undefined
    if (from_status !== stands || to_status !== to) {
      const move = `${action} from ${from_status ?? 'nothing'} to ${to_status}`
      const legal = machine.edges.filter(({ from }) => from === stands).map((edge) => `${edge.action} to ${edge.to}`)
      const should = legal.length > 0 ? `from ${stands}: ${legal.join(', ')}` : `nothing follows ${stands}`
      return [{ about, wrong: 'its history has a move that cannot be', stands: move, should, look }]
    }
    stands = to
  }
  if (stands === status) return []
  return [{ about, wrong: 'its history does not end where it stands', stands: status, should: stands, look }]
}
