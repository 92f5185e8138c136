import { randomUUID } from 'node:crypto'
import type { AuthorizeAnswer, BrowserFacts, CardDetails, Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#directory'
import { AlreadyThere, commit, insert, Ref, ref, type Write } from '#kernel/commit.ts'
import type { OrderId, PaymentId } from '#kernel/ids.ts'
import type { Money } from '#kernel/money.ts'
import type { Secret } from '#kernel/secret.ts'
import { findSameCard, reserveCardId, type Shopper, type StoredCard } from '#shoppers'
import { answerOrNothing, type PaymentsHouse, resolveAfter } from './house.ts'
import { descriptorOf, type Payment, type ShownCard, untouched } from './payment.ts'
import { paymentStates } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { toRow } from './row.ts'
import { settleAuthorization } from './settle-authorization.ts'

export type NewPayment = {
  site: Site
  shopper: Pick<Shopper, 'id' | 'email' | 'country'>
  /** The order that is paid; `alongside` may insert it. */
  orderId: OrderId | Ref
  /** Which period of the order this bills; absent for what the shopper pays themself. */
  period?: number
  kind: 'auth' | 'sale' | 'verify'
  source: Payment['source']
  origin: Origin
  amount: Money
  description: string
  card: TypedCard | { from: 'stored'; card: StoredCard }
  ip: string | undefined
  /** Absent: the cardholder is not there, or cannot be sent to their bank. */
  threeDSecure: { returnUrl: string; browser: BrowserFacts } | undefined
  /**
   * What must become true together with the promise, and must still be true for it: that the order or the session which
   * this payment is for is as the caller read it. When it is not, nothing is asked and `StaleWrite` is thrown.
   */
  alongside?: readonly Write[]
}

export type TypedCard = {
  from: 'typed'
  brand: string
  details: CardDetails
  /** Keep it for later payments once it is approved. */
  store: boolean
}

/**
 * One attempt to pay: promise, ask, settle. The promise is written before the acquirer is asked, and no transaction is
 * open while we wait. When the answer is lost the payment comes back `uncertain`, and the resolver goes on with it.
 * Throws `attempt_under_way` when the order has an attempt already that is under way, or, of the shopper's own, that
 * went well: the database sees to it that only one can begin.
 */
export async function authorizePayment(house: PaymentsHouse, asked: NewPayment): Promise<Payment> {
  const { details, ...shown } = await openCard(house, asked)
  const promised = await promise(house, asked, shown).catch(async (error: unknown) => {
    // Nothing will ever be paid with the number that was kept for this payment.
    if (shown.storesToken) await house.vault.forget(shown.storesToken)
    throw error
  })
  const answer = await answerOrNothing<AuthorizeAnswer>(
    house.acquirer.authorize({
      key: promised.key,
      kind: asked.kind,
      amount: asked.amount,
      card: details,
      origin: asked.origin,
      descriptor: descriptorOf(asked.site.merchantName),
      shopper: { ip: asked.ip, email: asked.shopper.email, country: asked.shopper.country },
      threeDSecure: asked.threeDSecure,
    }),
  )
  return settleAuthorization(house, promised, answer)
}

type OpenCard = { details: CardDetails; card: ShownCard } & Pick<Payment, 'cardId' | 'storesToken'>

/** The number to send and the parts to show; a card that is to be stored goes into the vault before anything is asked. */
async function openCard(house: PaymentsHouse, { site, shopper, card }: NewPayment): Promise<OpenCard> {
  const { merchantId } = site
  if (card.from === 'stored') {
    const pan = await house.vault.open({ merchantId, token: card.card.vaultToken })
    const { expiryMonth, expiryYear, holderName, id } = card.card
    const details = { pan, cvv: undefined, expiryMonth, expiryYear, holderName }
    return { details, card: shownStored(card.card), cardId: id, storesToken: undefined }
  }
  const { details, brand } = card
  const shown = shownTyped(brand, details, house.vault.fingerprintOf({ merchantId, pan: details.pan }))
  if (!card.store) return { details, card: shown, cardId: undefined, storesToken: undefined }
  const same = await findSameCard(house.db, shopper.id, { ...details, fingerprint: shown.fingerprint })
  if (same) return { details, card: shown, cardId: same.id, storesToken: undefined }
  const [{ token }, cardId] = await Promise.all([
    house.vault.keep({ merchantId, pan: details.pan }),
    reserveCardId(house.db),
  ])
  return { details, card: shown, cardId, storesToken: token }
}

async function promise(house: PaymentsHouse, asked: NewPayment, card: Omit<OpenCard, 'details'>): Promise<Payment> {
  const now = house.clock.now()
  const { orderId, amount } = asked
  const key = randomUUID()
  const payment: Omit<Payment, 'id' | 'version' | 'orderId'> = {
    ...untouched(amount),
    key,
    type: asked.kind === 'verify' ? 'verify-card' : 'deposit',
    source: asked.source,
    status: paymentStates.initial,
    merchantId: asked.site.merchantId,
    siteId: asked.site.id,
    shopperId: asked.shopper.id,
    period: asked.period,
    capturesAtOnce: asked.kind === 'sale',
    description: asked.description,
    ...card,
    byShopper: asked.origin.by === 'shopper',
    ip: asked.ip,
    ask: { key, kind: 'authorize', minor: amount.minor },
    createdAt: now,
    dueAt: now.add(resolveAfter),
  }
  const as = ref('payment')
  const writes: Write[] = [
    ...(asked.alongside ?? []),
    insert('payments.payments', toRow({ ...payment, orderId }), { as }),
    insert('payments.moves', {
      payment_id: as,
      action: 'start',
      from_status: null,
      to_status: payment.status,
      minor: payment.amount.minor,
      moved_at: now,
    }),
  ]
  try {
    const ids = await commit(house, now, writes)
    const ofOrder = orderId instanceof Ref ? ids<OrderId>(orderId) : orderId
    return { ...payment, orderId: ofOrder, id: ids<PaymentId>(as), version: 1 }
  } catch (error) {
    if (error instanceof AlreadyThere && payingOnce.has(error.constraint)) throw refuse('attempt_under_way')
    throw error
  }
}
const payingOnce = new Set(['one_attempt_at_a_time', 'paid_once', 'billed_once'])

const shownTyped = (
  brand: string,
  { pan, expiryMonth, expiryYear, holderName }: CardDetails,
  fingerprint: Uint8Array,
): ShownCard => ({ brand, ...endsOf(pan), expiry: expiryText(expiryMonth, expiryYear), holderName, fingerprint })

/** A stored card as a payment shows it. */
export const shownStored = ({
  brand,
  first6,
  last4,
  expiryMonth,
  expiryYear,
  holderName,
  fingerprint,
}: StoredCard) => ({
  brand,
  first6,
  last4,
  expiry: expiryText(expiryMonth, expiryYear),
  holderName,
  fingerprint,
})

/** The first six and last four digits: all that may leave the moment of payment (PCI DSS 3.4.1). */
function endsOf(pan: Secret<string>): { first6: string; last4: string } {
  const digits = pan.reveal()
  return { first6: digits.slice(0, 6), last4: digits.slice(-4) }
}

const expiryText = (month: number, year: number): string => `${String(month).padStart(2, '0')}/${year}`
