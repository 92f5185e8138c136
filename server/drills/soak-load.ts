import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { acquirerId, type IssuedCard, merchant, nextKey, openCards } from '../bench/spending-cards.ts'
import { randomOf } from '../tests/simulation/random.ts'
import { invoicing } from '../tests/world/invoices.ts'
import { openReceiver, type Receiver } from '../tests/world/receiver.ts'
import { networkKey, type SoakProgram } from './soak-program.ts'

/** A store's site. */
type Shop = { privateKey: string; customerId: string }

/** What stores, their shoppers, and holders of issued cards do, as long as they are let. */
export type SoakLoad = {
  /** Milliseconds of what was done since the last call, and what failed of it. */
  taken(): { latencies: number[]; failures: string[] }
  /** So many of them come, who do this many things a second together, or as many as they can. */
  begin(perSecond: number | undefined): void
  /** They end what they are doing and come no more. */
  end(): Promise<void>
  /** Receivers of messages take everything from now on. */
  restoreReceivers(): void
}

const clients = 8
const cardsIssued = 4
const subscriptions = 20
/** How long a receiver in trouble hangs before it refuses, and the other way round. */
const troubleMs = 4_000
const by = { actor: 'drill', fromWhere: 'command line' }

/** Two stores with invoices, of which one has a receiver that hangs and refuses in turn, subscriptions, and issued cards. */
export async function openSoakLoad(
  { app, url }: SoakProgram,
  sweeping: AsyncDisposableStack,
  { withInvoices }: { withInvoices: boolean },
): Promise<SoakLoad> {
  const [good, bad] = [await openReceiver(), await openReceiver()]
  for (const receiver of [good, bad]) sweeping.defer(() => receiver.close())
  const trouble = inTrouble(bad)
  sweeping.defer(async () => trouble.end())
  const pool = new Pool(url, { connections: 2 * clients, pipelining: 1 })
  sweeping.defer(() => pool.close())
  const send = senderTo(pool)
  const shops = [
    await openShop(app, send, { receiver: good, withInvoices }),
    await openShop(app, send, { receiver: bad, withInvoices }),
  ]
  for (let nth = 0; nth < subscriptions; nth++) await send(...orderAt(shops[nth % 2]!, daily))
  const { partner, apiKey } = await app.partners.create({ by, name: 'Leaf Bank', live: false, webhookUrl: bad.url })
  const server = { 'x-partner-api-key': apiKey.reveal() }
  const cards = await openCards({ app, url, partner: { id: partner.id, server }, prefix: '53212345' }, cardsIssued)
  const random = randomOf(7)
  let taken: ReturnType<SoakLoad['taken']> = { latencies: [], failures: [] }
  const steps = stepsOf(send, shops, cards)
  let isOpen = false
  let running: Promise<unknown> = Promise.resolve()
  const client = async (perSecond: number | undefined) => {
    const everyMs = perSecond === undefined ? 0 : (clients * 1_000) / perSecond
    while (isOpen) {
      const began = performance.now()
      await random
        .pick(steps)()
        .catch((error: Error) => void taken.failures.push(error.message.slice(0, 300)))
      const tookMs = performance.now() - began
      taken.latencies.push(tookMs)
      if (tookMs < everyMs) await pause(everyMs - tookMs)
    }
  }
  return {
    taken: () => {
      const all = taken
      taken = { latencies: [], failures: [] }
      return all
    },
    begin: (perSecond) => {
      isOpen = true
      running = Promise.all(Array.from({ length: clients }, () => client(perSecond)))
    },
    end: async () => {
      isOpen = false
      await running
    },
    restoreReceivers: trouble.end,
  }
}

type Sent = readonly [path: string, headers: Readonly<Record<string, string>>, body: object, method?: 'POST' | 'DELETE']
type Send = (...sent: Sent) => Promise<Record<string, unknown>>

/** What is refused unread because the server is too busy is sent again, as the reply asks for. */
function senderTo(pool: Pool): Send {
  const send: Send = async (path, headers, body, method = 'POST') => {
    const reply = await pool.request({
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await reply.body.text()
    if (reply.statusCode === 503 && text.includes('"too_busy"')) {
      await pause(busyMs)
      return send(path, headers, body, method)
    }
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode} ${text}`)
    const answer = JSON.parse(text) as Record<string, unknown>
    return (answer.data ?? answer) as Record<string, unknown>
  }
  return send
}
const busyMs = 1_000

/** A receiver that hangs, then refuses, and so on, until it is well. */
function inTrouble(receiver: Receiver): { end(): void } {
  let hangs = true
  receiver.answer('hold')
  const turning = setInterval(() => {
    hangs = !hangs
    if (hangs) receiver.answer('hold')
    else receiver.release({ status: 503 })
  }, troubleMs)
  return {
    end: () => {
      clearInterval(turning)
      receiver.release()
    },
  }
}

type Opening = { receiver: Receiver; withInvoices: boolean }

async function openShop(app: SoakProgram['app'], send: Send, { receiver, withInvoices }: Opening): Promise<Shop> {
  const merchantOf = await app.directory.createMerchant({ by, name: 'Leaf Tea' })
  const { privateKey } = await app.directory.createSite({
    ...{ by, merchantId: merchantOf.id, name: 'Web shop', live: false, currencies: ['EUR'] },
    notificationUrl: receiver.url,
    ...(withInvoices && { invoicing }),
  })
  const key = privateKey.reveal()
  const customer = { identifier: 'ana', email: 'ana@example.com' }
  const { id } = await send('/customer', { authorization: `Bearer ${key}` }, customer)
  return { privateKey: key, customerId: String(id) }
}

const daily = { orderType: 'recurring', intervalType: 'day', intervalValue: '1', saveCard: '1' }

const orderAt = ({ privateKey, customerId }: Shop, more: Readonly<Record<string, string>> = {}): Sent => [
  '/order',
  { authorization: `Bearer ${privateKey}`, 'idempotency-key': randomUUID() },
  {
    ...{ customerId, orderType: 'purchase', amount: '12.50', currency: 'EUR', description: 'Tea' },
    ...{ ip: '203.0.113.9', transactionMethod: 'card', cardHolderName: 'Ana Pop' },
    ...{ cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' },
    ...more,
  },
]

/** What one of them does next: pays, pays and takes a part back, or pays with an issued card, which is cleared. */
function stepsOf(send: Send, shops: readonly Shop[], cards: readonly IssuedCard[]): (() => Promise<void>)[] {
  let nth = 0
  const shop = () => shops[nth++ % shops.length]!
  const network = { authorization: `Bearer ${networkKey}` }
  const pay = async () => void (await send(...orderAt(shop())))
  const refund = async () => {
    const at = shop()
    const { transactionId } = await send(...orderAt(at))
    const headers = { authorization: `Bearer ${at.privateKey}` }
    await send(`/transaction/${transactionId}`, headers, { amount: '2.50', reason: 'customer-demand' }, 'DELETE')
  }
  const spend = async () => {
    const { number, expiry, cvv2 } = cards[nth++ % cards.length]!
    const message = () => {
      const { stan, sentAt } = nextKey()
      const card = { number: number.reveal(), expiry, cvv2: cvv2.reveal() }
      return { key: { stan, sentAt, acquirerId }, card, amount: { amount: '1.00', currency: 'EUR' }, merchant }
    }
    const asked = { ...message(), channel: 'online' }
    const { code } = await send('/network/v1/authorizations', network, asked)
    if (code !== '00') throw new Error(`an authorization was answered with ${code}`)
    const cleared = { ...message(), presentmentId: randomUUID(), original: { key: asked.key } }
    await send('/network/v1/clearings', network, cleared)
  }
  return [pay, pay, refund, spend, spend]
}
