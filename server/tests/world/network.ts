import type {
  AdviceRequest,
  AuthorizationRequest,
  ClearingRequest,
  MessageKey,
  NetworkRequest,
  RefundRequest,
  ReversalRequest,
} from '#connectors/network/message.ts'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { PartnerFixture } from './partner.ts'
import { openCardholder, openProduct } from './programme.ts'
import type { World } from './world.ts'

export const bakery = {
  id: 'MERCHANT0000001',
  terminalId: 'TERM0001',
  name: 'Florin Bakery',
  city: 'Brașov',
  country: 'RO',
  category: '5411',
}

export const moneyOf = (text: string): Money => {
  const [amount = '', currency = 'EUR'] = text.split(' ')
  const read = parseMoney(amount, currency as Currency)
  if (!read) throw new Error(`${text} is no amount`)
  return read
}

type Changes<Request extends NetworkRequest> = Partial<Omit<Request, 'kind' | 'amount' | 'card'>> & {
  card?: Partial<Request['card']>
}

/** A cardholder with money, the card's data, and a network that sends messages about it. */
export async function openSpender(
  world: World,
  partner: PartnerFixture,
  { funds = '1000.00', product }: { funds?: string; product?: Awaited<ReturnType<typeof openProduct>> } = {},
) {
  const holder = await openCardholder(world, partner, product ?? (await productOf(world, partner)))
  const issued = await holder.card()
  const { body: secrets } = await holder.get(issued, '/secrets')
  const shown = {
    number: new Secret(String(secrets.pan)),
    expiry: `${String(secrets.expiryYear).slice(2)}${String(secrets.expiryMonth).padStart(2, '0')}`,
    cvv2: new Secret(String(secrets.cvv)),
  }
  const network = openSender(world, shown)
  if (funds !== '0.00') await network.refund(funds, { presentmentId: network.nextId('salary') })
  const accountId = String(holder.account.id)
  return {
    ...holder,
    ...network,
    issued,
    shown,
    accountId,
    funds: async () => {
      const { balance, held, available } = (await holder.call('GET', `/accounts/${accountId}`)).body
      return { balance, held, available }
    },
    transaction: async (id: string | undefined) => (await holder.call('GET', `/transactions/${id}`)).body,
    transactions: async (query = '') =>
      (await holder.call('GET', `/transactions${query}`)).body as {
        data: Record<string, unknown>[]
        total: number
        page: number
        size: number
      },
  }
}
export type Spender = Awaited<ReturnType<typeof openSpender>>

const products = new WeakMap<PartnerFixture, ReturnType<typeof openProduct>>()
/** Numbers of two products never overlap, and partners of one world may be several. */
function productOf(world: World, partner: PartnerFixture) {
  return products.getOrInsertComputed(partner, () =>
    openProduct(world, partner, { prefix: `5321${String(partner.partner.id).padStart(6, '0')}` }),
  )
}

let ids = 0

/** Sends messages about a card through the port, as any dialect does. */
export function openSender({ app, clock }: Pick<World, 'app' | 'clock'>, card: NetworkRequest['card']) {
  const nextId = (what: string) => `${what}-${++ids}`
  const nextKey = (): MessageKey => ({
    sender: 'test/400001',
    stan: String(++ids).padStart(6, '0'),
    sentAt: clock.now().toString().replaceAll(/\D/g, '').slice(4, 14),
  })
  const about = (amount: string) => ({
    key: nextKey(),
    amount: moneyOf(amount),
    merchant: bakery,
    reference: { acquirerId: '400001' },
  })
  const send = (request: NetworkRequest) => app.network.send(request)
  const authorization = (
    amount: string,
    { card: other, ...changes }: Changes<AuthorizationRequest> = {},
  ): AuthorizationRequest => ({
    kind: 'authorization',
    ...about(amount),
    card: { ...card, ...other },
    purpose: 'purchase',
    channel: 'online',
    entry: '812',
    posts: false,
    partialAllowed: false,
    preauthorization: false,
    recurring: false,
    ...changes,
  })
  return {
    nextId,
    nextKey,
    send,
    authorization,
    authorize: (amount: string, changes?: Changes<AuthorizationRequest>) => send(authorization(amount, changes)),
    reverse: (amount: string, original: ReversalRequest['original'], changes: Changes<ReversalRequest> = {}) =>
      send({ kind: 'reversal', reason: '17', original, ...about(amount), ...changes, card: { ...card } }),
    advise: (amount: string, changes: Changes<AdviceRequest> = {}) =>
      send({ kind: 'advice', decided: '00', standIn: true, ...about(amount), ...changes, card: { ...card } }),
    clear: (amount: string, changes: Changes<ClearingRequest> = {}) =>
      send({
        kind: 'clearing',
        presentmentId: nextId('presentment'),
        ...about(amount),
        ...changes,
        card: { ...card },
      }),
    refund: (amount: string, changes: Changes<RefundRequest> = {}) =>
      send({ kind: 'refund', presentmentId: nextId('refund'), ...about(amount), ...changes, card: { ...card } }),
  }
}
