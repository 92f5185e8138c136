import type { ClearingRequest, MessageKey, NetworkRequest, NetworkResponse } from '#connectors/network/message.ts'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KycPerson } from './onboarding.ts'
import type { Stage } from './stage.ts'

export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>

const emailOf = ({ firstName, lastName }: KycPerson) => `${firstName}.${lastName}@example.com`.toLowerCase()

const customers = new WeakMap<Stage, Map<string, string>>()

/** Registers a customer of Nordwind, once; returns its id. */
export async function register(stage: Stage, person: KycPerson): Promise<string> {
  const email = emailOf(person)
  const known = customers.getOrInsertComputed(stage, () => new Map())
  const id = known.get(email)
  if (id) return id
  const { customerId } = await asServer(stage)('POST', '/auth/register/partner', { email })
  known.set(email, String(customerId))
  return String(customerId)
}

const asServer = (stage: Stage): Call =>
  calling(stage, { 'x-partner-api-key': stage.seeded.programme!.apiKey!.reveal() })

/** As the app of a customer, who logs in now: tokens live for minutes. */
export async function asHolder(stage: Stage, customerId: string): Promise<Call> {
  const { accessToken } = await asServer(stage)('POST', '/auth/login/partner', { customerId })
  return calling(stage, { authorization: `Bearer ${accessToken}` })
}

const calling =
  (stage: Stage, own: Readonly<Record<string, string>>): Call =>
  async (method, path, body) => {
    const { status, body: text } = await stage.request({
      method,
      url: `/v1${path}`,
      headers: { ...own, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })
    if (status >= 300) throw new Error(`${method} /v1${path} was answered ${status}: ${text.slice(0, 300)}`)
    return text.startsWith('{') ? JSON.parse(text) : { page: text }
  }

/** A customer with an account and a card, and the network that sends messages about it. */
export type Cardholder = {
  customerId: string
  accountId: string
  cardId: string
  call: () => Promise<Call>
  network: Network
  /** What becomes of the card. */
  becomes(state: string): Promise<unknown>
}

export async function openCardholder(stage: Stage, customerId: string, person: KycPerson): Promise<Cardholder> {
  const product = stage.seeded.programme!.product
  const call = () => asHolder(stage, customerId)
  const now = await call()
  const account = await now('POST', '/accounts', { currency: 'EUR' })
  const wanted = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Everyday' }
  const card = await now('POST', '/cards', wanted)
  const secrets = await now('GET', `/cards/${card.id}/secrets`)
  const cardId = String(card.id)
  return {
    customerId,
    accountId: String(account.id),
    cardId,
    call,
    network: openNetwork(stage, {
      number: new Secret(String(secrets.pan)),
      expiry: `${String(secrets.expiryYear).slice(2)}${String(secrets.expiryMonth).padStart(2, '0')}`,
      cvv2: new Secret(String(secrets.cvv)),
    }),
    becomes: async (state) => {
      const calls = await call()
      const name = `${person.firstName} ${person.lastName}`
      if (state === 'frozen') return calls('POST', `/cards/${cardId}/freeze`)
      if (state === 'lost') return calls('POST', `/cards/${cardId}/reissue/lost`)
      if (state === 'closed') return calls('POST', `/cards/${cardId}/close`)
      if (state === 'plastic' || state === 'pending') {
        const plastic = { ...wanted, ...plasticOf(name) }
        const made = await calls('POST', '/cards', plastic)
        return state === 'plastic' ? calls('POST', `/cards/${made.id}/activate`, { lastFour: made.last4 }) : made
      }
      return undefined
    },
  }
}

const plasticOf = (name: string) => ({
  isVirtual: false,
  nameOnCard: name,
  deliveryAddress: { recipient: name, street: 'Strada Lungă 5', city: 'Brașov', postalCode: '500035', country: 'RO' },
  pin: '2580',
})

export type Network = {
  shown: { number: Secret<string>; expiry: string; cvv2: Secret<string> }
  /** Asks for an amount, and presents what was approved. */
  spend(amount: string, options?: { cleared?: boolean; category?: string; name?: string }): Promise<NetworkResponse>
  reverse(amount: string, original: NetworkResponse): Promise<NetworkResponse>
  refund(amount: string, original: NetworkResponse): Promise<NetworkResponse>
  /** Somebody sends money to the card. */
  pay(amount: string): Promise<NetworkResponse>
}

const euros = (text: string): Money => parseMoney(text, 'EUR')!
let messages = 0

function openNetwork({ app, clock }: Stage, shown: Network['shown']): Network {
  const nextKey = (): MessageKey => ({
    sender: 'story/400001',
    stan: String(++messages).padStart(6, '0'),
    sentAt: clock.now().toString().replaceAll(/\D/g, '').slice(4, 14),
  })
  const about = (amount: string, { category = '5411', name = 'Mega Image' } = {}) => ({
    key: nextKey(),
    amount: euros(amount),
    card: { ...shown },
    merchant: { id: `SHOP${category}0000001`, name, city: 'Brașov', country: 'RO', category },
    reference: { acquirerId: '400001', rrn: String(messages).padStart(12, '0') },
  })
  const send = (request: NetworkRequest) => app.network.send(request)
  const of = (answer: NetworkResponse): ClearingRequest['original'] => ({
    authorizationCode: 'authorizationCode' in answer ? answer.authorizationCode : undefined,
  })
  const clear = (kind: 'clearing' | 'refund', amount: string, original: ClearingRequest['original'], more = {}) => {
    const request = about(amount, more)
    return send({ kind, presentmentId: `story-${messages}`, original, ...request })
  }
  return {
    shown,
    spend: async (amount, { cleared = true, ...shop } = {}) => {
      const answer = await send({ ...authorization, ...about(amount, shop) })
      if (cleared && answer.code === '00') await clear('clearing', amount, of(answer), shop)
      return answer
    },
    reverse: (amount, original) =>
      send({ kind: 'reversal', reason: '17', original: of(original) ?? {}, ...about(amount) }),
    refund: (amount, original) => clear('refund', amount, of(original)),
    pay: (amount) => clear('refund', amount, undefined, { category: '6012', name: 'Salary' }),
  }
}

const authorization = {
  kind: 'authorization',
  purpose: 'purchase',
  channel: 'online',
  entry: '812',
  posts: false,
  partialAllowed: false,
  preauthorization: false,
  recurring: false,
} as const
