import { signCheckoutRequest } from '@florin/client'
import { type Browsers, type Landed, openBrowsers } from './browsers.ts'
import type { BenchContext } from './context.ts'

/** A store and its shoppers. Order and shopper numbers are eight digits, so that a recording finds them anywhere. */
export type Store = { siteId: number; privateKey: string; browsers: Browsers; regulars: readonly Regular[] }
/** A shopper who comes back: the number in their name, and the ids of them and of their stored card. */
export type Regular = { name: string; shopper: string; card: string }
export type CardKind = 'stored' | 'new'
/** Both in milliseconds, as the browser sees them; `order` is the store's form and the way to the page. */
export type PaidOrder = { order: number; pay: number }

/** Shoppers with a stored card come back; of those who type one, each is new. */
const regularsMax = 256
const firstRegular = 17_000_000
let nextOrder = 16_000_000
let nextStranger = 18_000_000

/** What a store calls its next order. */
export const newOrderName = (): string => `bread-${nextOrder++}`

/** Posts the store's signed form and returns the address of the session's page. */
export async function placeOrder(
  { siteId, privateKey, browsers }: Omit<Store, 'regulars'>,
  shopper: number,
  saveCard = false,
): Promise<string> {
  const signed = signCheckoutRequest({
    privateKey,
    request: {
      siteId,
      customer: { identifier: `shopper-${shopper}`, email: `shopper-${shopper}@example.com` },
      order: {
        orderId: newOrderName(),
        type: 'purchase',
        amount: '12.50',
        currency: 'EUR',
        description: 'Bread',
      },
      cardTransactionMode: 'authAndCapture',
      saveCard,
    },
  })
  const landed = await browsers.post('/', { ...signed })
  if (landed.status !== 303) throw new Error(`the checkout did not open: ${landed.status} ${landed.text.slice(0, 300)}`)
  return landed.location
}

/** One order from the store's form to the answer that says it is paid. Anything else ends the measurement. */
export async function payOnce(store: Store, kind: CardKind): Promise<PaidOrder> {
  const began = performance.now()
  const number = nextOrder % regularsMax
  const shopper = kind === 'stored' ? firstRegular + number : nextStranger++
  const address = await placeOrder(store, shopper)
  const ordered = performance.now()
  const fields = kind === 'stored' ? { card: store.regulars[number]!.card } : typedCard
  assertPaid(await store.browsers.post(`${address}/pay`, { attempt: '1', ...fields }), address)
  return { order: ordered - began, pay: performance.now() - ordered }
}

/** The regulars' first orders at this server, each with a card that is kept. */
export async function welcomeRegulars(ctx: BenchContext, url: string): Promise<Regular[]> {
  const browsers = openBrowsers(url, 16)
  const store = { ...ctx, browsers, regulars: [] }
  for (let first = 0; first < regularsMax; first += 16) {
    await Promise.all(Array.from({ length: 16 }, (_, index) => payAndSave(store, firstRegular + first + index)))
  }
  await browsers.close()
  const regulars = await ctx.query(
    `select right(shopper.identifier, 8) as name, shopper.id as shopper, card.id as card
     from shoppers.cards card join shoppers.shoppers shopper on shopper.id = card.shopper_id
     where card.status = 'active' order by shopper.identifier`,
  )
  // Within its first minutes an installation analyzes itself, and plans what it has planned before anew.
  await ctx.query('analyze')
  if (regulars.length !== regularsMax) throw new Error(`${regulars.length} of ${regularsMax} cards were kept`)
  return regulars as Regular[]
}

async function payAndSave(store: Store, shopper: number): Promise<void> {
  const address = await placeOrder(store, shopper, true)
  assertPaid(await store.browsers.post(`${address}/pay`, { attempt: '1', ...typedCard, saveCard: '1' }), address)
}

/** A paid order sends the browser on, back to the store; everything else shows a page. */
function assertPaid({ status, location, text }: Landed, address: string): void {
  if (status === 303 && location === `${address}/return`) return
  throw new Error(`not paid: ${status} ${location} ${text.slice(0, 300)}`)
}

export const typedCard = {
  card: 'new',
  cardNumber: '4111 1111 1111 1111',
  cardExpiry: '12/34',
  cardCvv: '123',
  cardHolderName: 'Ana Pop',
}
