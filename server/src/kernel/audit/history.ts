import type { Difference } from './findings.ts'

export type Transition = { action: string; from_status: string | null; to_status: string }

/** What histories may do: where they begin, and `from action to` for every transition that is allowed. */
export type LegalHistory = {
  initial: string
  edges: readonly { from: string; action: string; to: string }[]
}

/** A legal history written as text, one `from action to` each, for an oracle with a list of its own. */
export const legalHistory = (
  initial: string,
  transitions: readonly `${string} ${string} ${string}`[],
): LegalHistory => ({
  initial,
  edges: transitions.map((transition) => {
    const [from, action, to] = transition.split(' ') as [string, string, string]
    return { from, action, to }
  }),
})

/**
 * A history begins at the initial status, makes only legal transitions, each from where the one before it led, and ends
 * at the status of its row. Returns the first place where it does not.
 */
export function compareHistory(
  { about, status, look }: { about: string; status: string; look: string },
  { initial, edges }: LegalHistory,
  transitions: readonly Transition[],
): Difference[] {
  let actual = initial
  for (const { action, from_status, to_status } of transitions) {
    const legal = edges.filter(({ from }) => from === actual)
    const to = legal.find((edge) => edge.action === action)?.to
    if (to === undefined || from_status !== actual || to_status !== to) {
      const transition = `${action} from ${from_status ?? 'nothing'} to ${to_status}`
      const allowed = legal.map((edge) => `${edge.action} to ${edge.to}`)
      const should = allowed.length > 0 ? `from ${actual}: ${allowed.join(', ')}` : `nothing follows ${actual}`
      return [{ about, wrong: 'its history has an impossible transition', actual: transition, should, look }]
    }
    actual = to
  }
  if (actual === status) return []
  return [{ about, wrong: 'its history does not end in its status', actual: status, should: actual, look }]
}
