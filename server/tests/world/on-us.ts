import type { CardDetails } from '#connectors/acquirer/port.ts'
import { decodeMessage } from '#connectors/threeds/messages.ts'
import { type DecideDisputeInput, decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { Secret } from '#kernel/base/secret.ts'
import type { Spender } from './network.ts'
import type { PartnerFixture } from './partner.ts'
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

/** Holders who dispute what they have paid at merchants of ours, and the operator who takes that to the merchants. */
export function disputesBetween(world: World, partner: PartnerFixture) {
  const decides = (id: string, action: DecideDisputeInput['action']) =>
    decideDispute(world.app, { id: id as DisputeId, action, by: { actor: 'operator', fromWhere: 'test' } })
  const clearingOf = async (key: string) =>
    (
      await world.query(`
      select t.id, t.holder_id as holder from onus.messages m join spending.presentments p on p.presentment_id = m.id::text
      join spending.transactions t on t.id = p.transaction_id where m.kind = 'clearing' and m.authorization_key = '${key}'`)
    )[0]
  /** Disputes the payment with this key, which is cleared first. */
  const submits = async (
    key: string,
    { amount, reason = 'notReceived' }: { amount?: string; reason?: string } = {},
  ) => {
    if (!(await clearingOf(key))) await world.pass({ hours: 49 })
    const paid = await clearingOf(key)
    const login = await partner.asServer('POST', '/auth/login/partner', { body: { customerId: paid?.holder } })
    const call = partner.withToken(String(login.body.accessToken))
    const body = { reason, explanation: 'The bread never came.', ...(amount && { amount }) }
    const { status, body: dispute } = await call('POST', `/transactions/${paid?.id}/disputes`, { body })
    if (status !== 201) throw new Error(JSON.stringify(dispute))
    return String(dispute.id)
  }
  return {
    decides,
    submits,
    raises: async (...disputed: Parameters<typeof submits>) => {
      const id = await submits(...disputed)
      await decides(id, 'raise')
      return id
    },
  }
}
