import type { Product } from '#issuing/programmes'
import { Secret } from '#kernel/base/secret.ts'
import type { CallAs, IssuingReply, PartnerFixture } from '../world/partner.ts'
import { openCardholder } from '../world/programme.ts'
import type { CardTyped } from '../world/shopper.ts'
import type { World } from '../world/world.ts'
import type { BothHalves } from './both-halves.ts'
import type { Random } from './random.ts'

/** A card as its holder knows it; one that was reissued stays in their drawer. */
export type OwnCard = {
  id: string
  number: string
  expiry: string
  cvv: string
  hasPin: boolean
  /** It was closed, and has no successor. */
  isLast: boolean
}

export type Holder = {
  name: string
  customerId: string
  accountId: string
  /** As the holder's app, which logs in again when its token has ended, also while it asks. */
  call: CallAs
  /** The newest last. */
  cards: OwnCard[]
  /** The account is closed. */
  hasLeft: boolean
}

export async function openHolder(world: World, partner: PartnerFixture, product: Product): Promise<Holder> {
  const opened = await openCardholder(world, partner, product)
  const { customerId, account, accessToken } = opened
  let [token, since] = [accessToken, world.clock.now()]
  const login = async () => {
    const now = world.clock.now()
    const { body } = await partner.asServer('POST', '/auth/login/partner', { body: { customerId } })
    ;[token, since] = [String(body.accessToken), now]
  }
  const call: CallAs = async (...request) => {
    if (world.clock.now().since(since).total('minutes') >= 14) await login()
    const reply = await partner.withToken(token)(...request)
    if (reply.status !== 401) return reply
    await login()
    return partner.withToken(token)(...request)
  }
  const holder: Holder = {
    name: customerId,
    customerId,
    accountId: String(account.id),
    call,
    cards: [],
    hasLeft: false,
  }
  await keep(holder, (await opened.card()).id)
  return holder
}

/** The holder has another card. One that takes the place of another has its PIN. */
export async function keep({ call, cards }: Holder, id: string, { hasPin = false } = {}): Promise<void> {
  const { pan, cvv, expiryMonth, expiryYear } = (await call('GET', `/cards/${id}/secrets`)).body
  const expiry = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(2)}`
  cards.push({ id, number: String(pan), expiry, cvv: String(cvv), hasPin, isLast: false })
}

/** Mostly the one that counts; now and then one from the drawer. */
export const cardOf = ({ cards }: Holder, random: Random): OwnCard =>
  random.chance(85) ? cards.at(-1)! : random.pick(cards)

export const typedOf = ({ number, expiry, cvv }: OwnCard): CardTyped => ({ number, expiry, cvv })

/** Topups go to the account that is open. */
export const currentOf = ({ holders }: BothHalves, { customerId }: Holder): Holder =>
  holders.findLast((one) => one.customerId === customerId)!

/** As networks show it. */
export const shownOf = ({ number, expiry, cvv }: OwnCard) => ({
  number: new Secret(number),
  expiry: `${expiry.slice(3)}${expiry.slice(0, 2)}`,
  cvv2: new Secret(cvv),
})

/** A holder stops a card, uses it again, or has it replaced; one that was suspended for wrong PINs is unblocked. */
export async function changeCard({ holders }: BothHalves, random: Random): Promise<string> {
  const holder = random.pick(holders)
  const { id, hasPin } = holder.cards.at(-1)!
  const { status } = (await holder.call('GET', `/cards/${id}`)).body
  const ways = waysFrom[String(status)] ?? ['freeze', 'freeze', 'reissue/lost', 'reissue/damaged']
  const way = random.pick(ways)
  const reply = await repeated(holder, random, ['POST', `/cards/${id}/${way}`])
  if (reply.status >= 500) throw new Error(`${way} answered ${reply.status}`)
  if (reply.status === 201) await keep(holder, String(reply.body.id), { hasPin })
  return `${holder.name}: ${way} ${reply.status}`
}

const waysFrom: Readonly<Record<string, readonly string[]>> = {
  frozen: ['unfreeze'],
  suspended: ['pin/unblock', 'pin/unblock', 'reissue/lost'],
}

/** A call whose reply is lost at times: the caller repeats it with its key, and has the reply of before. */
export async function repeated(
  { call }: Pick<Holder, 'call'>,
  random: Random,
  [method, path, body]: [method: 'POST' | 'PATCH', path: string, body?: unknown],
): Promise<IssuingReply> {
  const headers = { 'idempotency-key': `key-${random.seed()}` }
  const send = () => call(method, path, { body, headers })
  if (random.chance(70)) return send()
  const first = await send()
  const again = await send()
  const isSame = first.status === again.status && JSON.stringify(first.body) === JSON.stringify(again.body)
  if (first.status < 300 && !isSame) throw new Error(`${path} was repeated: ${inWords(first)}, then ${inWords(again)}`)
  return again
}

const inWords = ({ status, body }: IssuingReply): string => `${status} ${JSON.stringify(body)}`

export const centsOf = (text: unknown): bigint => BigInt(String(text).replace('.', ''))
