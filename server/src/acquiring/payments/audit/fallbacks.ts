import type { Difference } from '#kernel/audit/findings.ts'
import type { PaymentRow } from './check-payments.ts'

/** A connector that finally declined a payment, and the one where the payment went on. */
export type FallbackRow = { key: string; connector: string; next_connector: string }

/**
 * The fallbacks of a payment lead from connector to connector to the one that it names, and each request has a key of its
 * own: so nothing else is requested anywhere under the payment.
 */
export function fallbacksOf(
  row: Pick<PaymentRow, 'id' | 'key' | 'connector'>,
  about: string,
  fallbacks: readonly FallbackRow[],
): Difference[] {
  const look = `payments.fallbacks where payment_id = ${row.id}`
  const way = wayTo(row.connector, fallbacks)
  const found: Difference[] = []
  if (way.length !== fallbacks.length + 1)
    found.push({
      about,
      wrong: 'its fallbacks do not lead to its connector',
      actual: fallbacks.map(({ connector, next_connector }) => `${connector} to ${next_connector}`).join(', '),
      should: `from connector to connector, to ${row.connector}`,
      look,
    })
  if (fallbacks.some(({ key }) => key === row.key))
    found.push({
      about,
      wrong: 'its request has the key of one that was declined',
      actual: row.key,
      should: 'a key for each connector',
      look,
    })
  return found
}

/** The connectors by which a payment came to this one, and this one. */
function wayTo(connector: string, fallbacks: readonly FallbackRow[]): string[] {
  const way = [connector]
  while (way.length <= fallbacks.length) {
    const before = fallbacks.find(({ next_connector }) => next_connector === way[0])
    if (!before || way.includes(before.connector)) break
    way.unshift(before.connector)
  }
  return way
}
