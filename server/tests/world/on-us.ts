import type { CardDetails } from '#connectors/acquirer/port.ts'
import { decodeMessage } from '#connectors/threeds/messages.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Spender } from './network.ts'
import type { Merchant, World } from './world.ts'

/** An installation whose own cards pay at its own merchants. */
export const onUs = { environment: { FLORIN_ON_US: 'on' } }

/** The card as its holder types it. */
export function typed({ shown: { number, expiry, cvv2 } }: Pick<Spender, 'shown'>): CardDetails {
  return {
    pan: number,
    cvv: new Secret(cvv2.reveal()),
    expiryMonth: Number(expiry.slice(2)),
    expiryYear: 2000 + Number(expiry.slice(0, 2)),
    holderName: 'ANA POPESCU',
  }
}

/** The shopper's browser and the holder's app together: what is posted back to the merchant's side in the end. */
export async function throughTheBank(
  { http }: Pick<World, 'http'>,
  { creq = '' }: Readonly<Record<string, string>>,
  answer: (id: string) => Promise<unknown>,
): Promise<Record<string, string>> {
  const opened = await http.inject({
    method: 'POST',
    url: '/3ds/challenge',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ creq }).toString(),
  })
  await answer(String(decodeMessage(creq)?.acsTransID))
  const page = await http.inject({ method: 'GET', url: String(opened.headers.location) })
  const [, cres] = /name="cres" value="([^"]+)"/.exec(page.body) ?? []
  return cres === undefined ? {} : { cres }
}

/** The same for a page, as the text of its fields. */
export const cardOf = ({ shown: { number, expiry, cvv2 } }: Pick<Spender, 'shown'>) => ({
  number: number.reveal(),
  expiry: `${expiry.slice(2)}/${expiry.slice(0, 2)}`,
  cvv: cvv2.reveal(),
})

/** The shopper subscribes to bread, and so leaves the card with the store. */
export async function subscribesTo(
  store: Pick<Merchant, 'sends'>,
  card: { number: string; expiry: string; cvv: string },
  { customer = 'subscriber', everyMonths = 1 } = {},
) {
  const order = { type: 'recurring', intervalType: 'month', intervalValue: everyMonths, trialAmount: 1 } as const
  const shopper = await store.sends({ amount: '12.00', order, customer: { identifier: customer } })
  await shopper.pays(card)
  return shopper
}
