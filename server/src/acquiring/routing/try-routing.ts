import { type Exclusion, exclusionBy } from '#connectors/acquirer/port.ts'
import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import type { Routing } from './open-routing.ts'
import { type Facts, type Rule, rulesFor } from './route.ts'

/** A payment that is only asked about. `firstPaymentBy`: it is merchant-initiated, after a payment at this connector. */
export type AskedPayment = Facts & {
  minor?: bigint | undefined
  isWallet?: boolean | undefined
  firstPaymentBy?: string | undefined
}

export type TriedConnector = {
  connector: ConnectorId
  because: 'own_card' | 'rule' | 'default'
  rule: Rule | undefined
  /** Why the payment is not sent to it. */
  skipped: 'paused' | 'disabled' | Exclusion | undefined
}

/** The connectors that a payment would try, in order, and why; nothing is sent. */
export async function tryRouting(
  { routing, connectors }: { routing: Routing; connectors: Connectors },
  { minor, isWallet = false, firstPaymentBy, ...facts }: AskedPayment,
): Promise<TriedConnector[]> {
  const [order, rules, paused] = await Promise.all([routing.connectorsFor(facts), routing.rules(), routing.paused()])
  const enabled = await routing.enabledAmong(order)
  const fitting = rulesFor(rules, facts)
  return order.map((id) => {
    const rule = fitting.find(({ connector }) => connector === id)
    const isForeign = firstPaymentBy !== undefined && firstPaymentBy !== id
    const { currency } = facts
    const halted = paused.has(id) ? ('paused' as const) : enabled.includes(id) ? undefined : ('disabled' as const)
    return {
      connector: id,
      because: rule ? 'rule' : id === connectors.ids[0] ? 'default' : 'own_card',
      rule,
      skipped: halted ?? exclusionBy(connectors.get(id).capabilities, { currency, minor, isWallet, isForeign }),
    }
  })
}
