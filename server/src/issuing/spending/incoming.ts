import type { CardReference, NetworkCard, NetworkRequest, Wait } from '#connectors/network/message.ts'
import type { RecognizedCard } from '#core/issuervault'
import type { Card } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { type ExpiryOrder, type Product, productById } from '#issuing/programmes'
import type { Secret } from '#kernel/base/secret.ts'
import { atRate, type Billed } from './billed.ts'
import { cardInItsPlace } from './card-in-its-place.ts'
import type { SpendingContext } from './context.ts'
import { type CardReaders, readersOf } from './known-cards.ts'
import { classOf, type DatedKey, datedKey, factsOf, type MessageClass } from './message-key.ts'

/** A message, its key with a year, and the card that it names. */
export type Incoming<Request extends NetworkRequest = NetworkRequest> = {
  request: Request
  key: DatedKey
  class: MessageClass
  /** A repeat has the same; another message with the same key has another. */
  digest: Uint8Array
  wait?: Wait | undefined
}

export type WithCard<Request extends NetworkRequest = NetworkRequest> = Incoming<Request> & {
  card: Card
  /** Of the card that the message shows, and of those in its place: what came before may be about any of them. */
  line: readonly CardId[]
  product: Product
  productVersion: number
  shown: Pick<RecognizedCard, 'cvv2' | 'pin'>
  /** In the card's currency; undefined: there is no rate that may be used. */
  billed: Billed | undefined
  /** The message has the number of a card that this one has replaced. */
  isInItsPlace: boolean
}

/** Undefined: its key is no key. */
export function readIncoming<R extends NetworkRequest>(
  { clock, keys }: Pick<SpendingContext, 'clock' | 'keys'>,
  request: R,
  wait?: Wait,
): Incoming<R> | undefined {
  const key = datedKey(request.key, clock.now())
  if (!key) return undefined
  return { request, key, class: classOf(request), digest: keys.fingerprint('cardNumber', factsOf(request)), wait }
}

/** Undefined: we have issued no card with this number. */
export async function recognize<R extends NetworkRequest>(
  ctx: SpendingContext,
  incoming: Incoming<R>,
  readers: CardReaders = readersOf(ctx.db),
): Promise<WithCard<R> | undefined> {
  const { issuerVault, zoneKeyOf } = ctx
  const { number, reference, cvv2, pinBlock } = incoming.request.card
  if (!number) return reference && byReference(ctx, incoming, { reference, readers })
  const zoneKey = pinBlock && zoneKeyOf(pinBlock.zone)
  const pin = pinBlock && zoneKey && { ...pinBlock, zoneKey }
  const found = await issuerVault.recognize({ number, cvv2, pin }, (productId) => expiryOrderOf(ctx, productId))
  if (!found) return undefined
  const [card, of] = await Promise.all([readers.card(found.cardId), readers.product(found.productId)])
  // A number whose card was not issued after all, and is about to be swept.
  if (!card || !of) return undefined
  const { product, version: productVersion } = of
  const { about, line } = await cardInItsPlace(ctx, incoming.request, card)
  // A block under the key of a zone that we do not know cannot be read.
  const shownPin = pinBlock && !zoneKey ? 'unreadable' : found.pin
  const billed = await billedOf(ctx, incoming.request, { card: about, product })
  const shown = { cvv2: found.cvv2, pin: shownPin }
  return { ...incoming, card: about, line, product, productVersion, shown, billed, isInItsPlace: about !== card }
}

/** The card as the issuer's own sender, or the row of a file, has found it before. */
async function byReference<R extends NetworkRequest>(
  ctx: SpendingContext,
  incoming: Incoming<R>,
  { reference: { id, cvv2 }, readers }: { reference: CardReference; readers: CardReaders },
): Promise<WithCard<R> | undefined> {
  const card = await readers.card(id)
  const of = card && (await readers.product(card.productId))
  if (!card || !of) return undefined
  const { product, version: productVersion } = of
  const { about, line } = await cardInItsPlace(ctx, incoming.request, card)
  const billed = await billedOf(ctx, incoming.request, { card: about, product })
  const shown = { cvv2, pin: 'notSent' as const }
  return { ...incoming, card: about, line, product, productVersion, shown, billed, isInItsPlace: about !== card }
}

/** Which card of ours a number is, and whether the security code is right. Undefined: none. */
export async function findReference(
  ctx: Pick<SpendingContext, 'db' | 'issuerVault'>,
  { number, cvv2 }: Pick<NetworkCard, 'cvv2'> & { number: Secret<string> },
): Promise<CardReference | undefined> {
  const found = await ctx.issuerVault.recognize({ number, cvv2 }, (productId) => expiryOrderOf(ctx, productId))
  return found && { id: found.cardId, cvv2: found.cvv2 }
}

/** A product keeps it for good, so it is read once. */
async function expiryOrderOf({ db }: Pick<SpendingContext, 'db'>, productId: string): Promise<ExpiryOrder> {
  const known = expiryOrders.get(productId)
  if (known) return known
  const product = await productById(db, productId)
  if (!product) throw new Error(`there is no card product ${productId}`)
  if (expiryOrders.size === expiryOrdersMax) expiryOrders.clear()
  expiryOrders.set(productId, product.expiryOrder)
  return product.expiryOrder
}
const expiryOrders = new Map<string, ExpiryOrder>()
const expiryOrdersMax = 10_000

/** What the holder is charged. Undefined: there is no rate that may be used. */
async function billedOf(
  { clock, rates }: SpendingContext,
  { amount, billing }: NetworkRequest,
  { card: { currency }, product: { markupPercent } }: Pick<WithCard, 'card' | 'product'>,
): Promise<Billed | undefined> {
  if (amount.currency === currency || amount.minor === 0n) return { minor: amount.minor }
  // The network has converted it, at its own rate, and settles in the card's currency.
  if (billing?.currency === currency) return { minor: billing.minor }
  const rate = await rates.at(clock.now(), amount.currency, currency)
  return rate && atRate(amount, rate, markupPercent)
}
