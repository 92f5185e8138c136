import { afterAll, beforeAll, expect } from 'vitest'
import { firefoxIfAny, openFirefox } from '../world/firefox.ts'
import { type Hands, handsOn } from '../world/hands.ts'
import { openHops } from '../world/hops.ts'
import { longTest } from '../world/length.ts'
import type { LiveServer } from '../world/live-server.ts'
import type { StorePage } from '../world/store-page.ts'
import { withStorePage } from '../world/watched-store.ts'

/** From a store's page through the whole checkout to a back address that sends the browser on to another host. */

let live: LiveServer
let store: StorePage
let hops: Awaited<ReturnType<typeof openHops>>
let firefox: Awaited<ReturnType<typeof openFirefox>>
withStorePage((opened) => {
  live = opened.live
  store = opened.store
})
beforeAll(async () => {
  ;[hops, firefox] = await Promise.all([openHops(), openFirefox()])
})
afterAll(async () => {
  await firefox?.[Symbol.asyncDispose]()
  await hops?.[Symbol.asyncDispose]()
})

const chromium = async () => handsOn(await (await live.browser.newContext({ locale: 'en-GB' })).newPage())
/** One engine tries each status; the other, where it is installed, that all are kept by. */
const engines = [
  { engine: 'Chromium', visit: chromium, statuses: [302, 303, 307] },
  { engine: firefoxIfAny, visit: async () => firefox?.visit(), statuses: [303] },
]

const endings: Record<string, { amount: string; hasResult: boolean; ends(hands: Hands): Promise<void> }> = {
  paid: { amount: '9.90', hasResult: true, ends: (hands) => pay(hands, 'Pay €9.90') },
  'confirmed at the bank': {
    amount: '38.40',
    hasResult: true,
    ends: async (hands) => {
      await pay(hands, 'Pay €38.40')
      await hands.enter('Code', '00000')
      await hands.press('Confirm payment')
    },
  },
  'cancelled before anything was tried': {
    amount: '9.90',
    hasResult: false,
    ends: (hands) => hands.press('Cancel and go back'),
  },
  'declined, then cancelled': {
    amount: '0.05',
    hasResult: true,
    ends: async (hands) => {
      await pay(hands, 'Pay €0.05')
      await hands.sees('The payment did not go through')
      await hands.press('Cancel and go back')
    },
  },
}

async function pay(hands: Hands, button: string): Promise<void> {
  await hands.enter('Card number', '4111111111111111')
  await hands.enter('Expiry date', '12/34')
  await hands.enter('Security code', '123')
  await hands.press(button)
}

const cells = engines.flatMap(({ engine, visit, statuses }) =>
  Object.entries(endings).flatMap(([ending, how]) =>
    statuses.map((status) => ({ engine, visit, ending, how, status })),
  ),
)
for (const { engine, visit, ending, how, status } of cells) {
  // In small: $way the browser gets to another host by a $status (script: $hasScript)
  longTest(`${engine}: a shopper who has ${ending} gets to the other host of the store by a ${status}`, async () => {
    const hands = await visit()
    if (!hands) return
    hops.arrived.length = 0
    await hands.goTo(store.put('/buy', buying({ amount: how.amount, backUrl: hops.from(status) })))
    await hands.press('Buy')
    await how.ends(hands)
    await hands.sees('Arrived')
    const [first, last] = hops.arrived
    expect([first?.host, last?.host]).toEqual(['localhost', '127.0.0.1'])
    expect(first?.body.includes('opensslResult=')).toBe(how.hasResult)
    // A 307 keeps method and body; after a 302 and a 303 browsers ask again without either.
    expect(last?.body.includes('opensslResult=')).toBe(how.hasResult && status === 307)
    expect(hands.complaints).toEqual([])
  })
}

function buying({ amount, backUrl }: { amount: string; backUrl: string }): string {
  const request = { backUrl, order: { orderId: `leaving-${++orders}`, amount } }
  const { jsonRequest, checksum } = store.signed(request)
  return `<!doctype html><html lang="en"><title>Crumb</title><form action="${store.publicUrl}/" method="post">
<input type="hidden" name="jsonRequest" value="${jsonRequest}"><input type="hidden" name="checksum" value="${checksum}"><button>Buy</button></form>`
}
let orders = 0
