import type { NetworkCard } from '#connectors/network/message.ts'
import { cardById } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { addProduct } from '#issuing/programmes'
import { money } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { App } from '../src/app/compose.ts'
import { approveKyc } from '../tests/world/issuing.ts'
import { type Headers, openPoster, type Post } from './partner-client.ts'

export type IssuedCard = NetworkCard & { number: Secret<string>; cvv2: Secret<string>; expiry: string }
export type Programme = { app: App; url: string; partner: { id: number; server: Headers }; prefix: string }

/** So many holders with an account and a card each, and with more money than the bench spends. */
export async function openCards({ app, url, partner, prefix }: Programme, count: number): Promise<IssuedCard[]> {
  const by = { actor: 'bench', fromWhere: 'command line' }
  const partnerId = partner.id as Parameters<typeof addProduct>[1]['partnerId']
  const numbers = { prefix, currencies: ['EUR' as const], virtual: true, physical: false }
  const product = await addProduct(app, { by, partnerId, input: { name: 'Busy card', ...numbers } })
  const { post, close } = openPoster(url, 4)
  const cards: IssuedCard[] = []
  while (cards.length < count) {
    const few = Array.from({ length: Math.min(4, count - cards.length) }, async (_, nth) => {
      const id = await openCard(
        { app, post, server: partner.server },
        { product, nth: `${prefix}-${cards.length + nth}` },
      )
      const issued = (await cardById(app.db, id))!
      const { pan, cvv } = await app.issuerVault.secretsOf({ cardId: id, expiryOrder: product.expiryOrder })
      return { number: pan, cvv2: cvv, expiry: issued.expiry }
    })
    cards.push(...(await Promise.all(few)))
  }
  await close()
  for (const card of cards) await fund(app, card)
  return cards
}

type Opening = { app: App; post: Post; server: Headers }

async function openCard(
  { app, post, server }: Opening,
  { product, nth }: { product: { id: string }; nth: string },
): Promise<CardId> {
  const { customerId } = await post('/auth/register/partner', server, { email: `busy-${nth}@example.com` })
  await approveKyc({ app }, customerId!)
  const { accessToken } = await post('/auth/login/partner', server, { customerId })
  const headers = { authorization: `Bearer ${accessToken}` }
  await post('/accounts', headers, { currency: 'EUR' })
  const input = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries' }
  return (await post('/cards', headers, input)).id as CardId
}

async function fund(app: App, card: IssuedCard): Promise<void> {
  const { key, presentmentId } = { key: nextKey(), presentmentId: `funds-${sent}` }
  const amount = money(1_000_000_000_00n, 'EUR')
  const { code } = await app.network.send({ kind: 'refund', key, card, amount, presentmentId, merchant, reference })
  if (code !== '00') throw new Error(`the funds of the bench were answered with ${code}`)
}

export const acquirerId = '400001'
const reference = { acquirerId }
/** All payments of the bench are made at one merchant: the hottest that a merchant can be. */
export const merchant = { id: 'MERCHANT0000001', name: 'Busy Bakery', country: 'RO', category: '5411' }

let sent = 0
export const nextKey = () => ({
  sender: `bench/${acquirerId}`,
  stan: String(++sent),
  sentAt: new Date().toISOString().replaceAll(/\D/g, '').slice(4, 14),
})

/** The use case alone, called by a program that has nothing else to do. */
export async function decideBelow(app: App, card: IssuedCard): Promise<void> {
  const { code } = await app.network.send({
    kind: 'authorization',
    key: nextKey(),
    card,
    amount: money(100n, 'EUR'),
    merchant,
    reference,
    purpose: 'purchase',
    channel: 'online',
    entry: '812',
    posts: false,
    partialAllowed: false,
    preauthorization: false,
    recurring: false,
  })
  if (code !== '00') throw new Error(`a payment was answered with ${code}`)
}
