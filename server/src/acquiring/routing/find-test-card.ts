import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import type { PublicTestCard } from '#connectors/acquirer/test-card.ts'
import type { Routing } from './open-routing.ts'
import type { Facts } from './route.ts'

type Parts = Pick<Routing, 'connectorsFor' | 'enabledAmong' | 'paused'> & {
  connectors: Connectors
  testCards: ReadonlyMap<ConnectorId, PublicTestCard>
}

/**
 * A card with which a payment of this site in this currency works in test mode: its connector is the one that the payment
 * would be sent to. Undefined where that one has published none.
 */
export async function findTestCard(
  { connectors, testCards, connectorsFor, enabledAmong, paused }: Parts,
  where: Pick<Facts, 'siteId' | 'currency'>,
): Promise<PublicTestCard | undefined> {
  for (const id of connectors.ids) {
    const card = testCards.get(id)
    if (!card) continue
    const order = await connectorsFor({ ...where, brand: card.brand, bin: card.number.slice(0, 8) })
    const [enabled, halted] = await Promise.all([enabledAmong(order), paused()])
    const [first] = enabled.filter((one) => !halted.has(one))
    if (first === id) return card
  }
  return undefined
}
