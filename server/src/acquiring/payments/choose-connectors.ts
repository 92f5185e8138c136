import type { CardDetails } from '#connectors/acquirer/card.ts'
import { type Exclusion, exclusionBy } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { NewPayment } from './authorize-payment.ts'
import type { PaymentsContext } from './context.ts'
import { refuse } from './refusals.ts'

export type ChosenConnectors = {
  /** Best first, as many as one payment tries. */
  connectors: [ConnectorId, ...ConnectorId[]]
  /** None of them takes this payment: it is declined, and nothing is sent. */
  isExcluded: boolean
}

/**
 * The connectors in the order of routing that can take the payment, and are neither paused nor disabled. When none can,
 * the store gets a refusal that names the field; a merchant-initiated payment whose first payment another connector took
 * is declined instead, so that its subscription goes on as after any decline, and the log says why; unless that other one is
 * disabled.
 */
export async function chooseConnectors(
  ctx: PaymentsContext,
  requested: NewPayment,
  { pan, wallet }: CardDetails,
): Promise<ChosenConnectors> {
  const { routing, connectors, log } = ctx
  const { site, kind, amount, card } = requested
  const brand = card.from === 'stored' ? card.card.brand : card.brand
  const { currency } = amount
  const order = await routing.connectorsFor({ siteId: site.id, currency, brand, bin: pan.reveal().slice(0, 8) })
  const isWallet = isOfDevice({ wallet }) || (card.from === 'stored' && card.card.wallet !== undefined)
  const firstAt = await firstPaidAt(ctx, requested, order)
  const excluded = order.map((id) => {
    const minor = kind === 'verify' ? undefined : amount.minor
    const isForeign = firstAt !== undefined && !firstAt.includes(id)
    const asked = { minor, currency, isWallet, isForeign }
    return { id, because: exclusionBy(connectors.get(id).capabilities, asked) }
  })
  const able = excluded.flatMap(({ id, because }) => (because ? [] : [id]))
  const [best] = excluded
  if (able.length === 0 && best) {
    // Its first payment was at a connection that is cut off: it waits for that, and counts as no attempt.
    const cutOff = firstAt && firstAt.length > 0 && (await routing.enabledAmong(firstAt)).length < firstAt.length
    if (cutOff) throw refuse('payments_paused', { retryAfterSeconds })
    if (excluded.some(({ because }) => because !== 'merchant_initiated')) throw notSupported(excluded)
    log.warn({ siteId: site.id, excluded }, 'no connector takes this merchant-initiated payment; it is declined')
    return { connectors: [best.id], isExcluded: true }
  }
  const [paused, enabled] = await Promise.all([routing.paused(), routing.enabledAmong(able)])
  const [first, ...others] = enabled.filter((id) => !paused.has(id))
  if (!first) throw refuse('payments_paused', { retryAfterSeconds })
  return { connectors: [first, ...others.slice(0, fallbacksMax)], isExcluded: false }
}
/** A number of a wallet's device, with the cryptogram of this one payment. */
export const isOfDevice = ({ wallet }: Pick<CardDetails, 'wallet'>): boolean => wallet?.cryptogram !== undefined

/** A shopper waits for each connector in turn. */
const fallbacksMax = 2
/** A pause is ended by a person. */
const retryAfterSeconds = 60

/** What the best connector is excluded by that a store can correct. */
function notSupported(excluded: readonly { because: Exclusion | undefined }[]): Error {
  const because = excluded.find((one) => one.because !== 'merchant_initiated')?.because
  if (because === 'currency') return refuse('currency_not_supported', { field: 'currency' })
  if (because === 'wallet') return refuse('wallet_not_supported', { field: 'card' })
  return refuse('amount_not_supported', { field: 'amount' })
}

/**
 * Of a merchant-initiated payment, the connectors that took the payment which its network transaction id names; none,
 * when it was made elsewhere. Undefined when no connector asks for it.
 */
async function firstPaidAt(
  { db, connectors }: PaymentsContext,
  { initiator, shopper }: NewPayment,
  order: readonly ConnectorId[],
): Promise<readonly ConnectorId[] | undefined> {
  if (initiator.type !== 'mit') return undefined
  if (order.every((id) => connectors.get(id).capabilities.merchantInitiated === 'any')) return undefined
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('connector')
    .distinct()
    .where('shopper_id', '=', shopper.id)
    .where('network_transaction_id', '=', initiator.networkTransactionId)
    .limit(connectorsMax)
    .execute()
  return rows.map(({ connector }) => connector)
}
const connectorsMax = 100
