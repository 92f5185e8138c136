import type { SiteId } from '#core/directory'
import type { TopupId } from '#issuing/ids'
import type { JsonValue } from '#kernel/base/json.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { OutboundError } from '#kernel/http/client.ts'
import type { TopupsContext } from '../context.ts'
import { componentsShape, type Outcome, ordersShape, outcomeOf, transactionsShape } from './outcome.ts'

/**
 * Asks the merchants' API for the outcome of the payment, as any store does: with the key of the site. Undefined when there
 * is no answer at this moment.
 */
export async function askOutcome(
  ctx: TopupsContext,
  { id, siteId }: { id: TopupId; siteId: SiteId },
): Promise<Outcome | undefined> {
  const [key] = await ctx.directory.siteKeys(siteId)
  if (!key) throw new Error(`site ${siteId} takes topups and has no valid key: florin site rotate-key ${siteId}`)
  const orders = await ask(ctx, '/order', { externalOrderId: id }, key)
  if (orders === undefined) return undefined
  const [order] = ordersShape.parse(orders).data
  if (!order) return outcomeOf(undefined, [])
  const transactions = await ask(ctx, '/transaction', { orderId: String(order.id) }, key)
  if (transactions === undefined) return undefined
  const outcome = outcomeOf(order, transactionsShape.parse(transactions).data)
  const { state, payment } = outcome
  if (state !== 'failed' || !payment) return outcome
  const declined = await ask(ctx, `/transaction/${payment.transactionId}`, {}, key)
  if (declined === undefined) return undefined
  const reason = componentsShape.parse(declined).data.components.at(-1)?.providerRc
  return { ...outcome, payment: { ...payment, reason } }
}

async function ask(
  { merchantApi, log }: TopupsContext,
  path: string,
  query: Readonly<Record<string, string>>,
  key: Secret<string>,
): Promise<JsonValue | undefined> {
  try {
    const { status, json } = await merchantApi.get(path, query, key)
    if (status === 200) return json
    log.warn({ path, status }, 'the outcome of a topup could not be asked for')
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
  }
  return undefined
}
