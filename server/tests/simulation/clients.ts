import { setTimeout as pause } from 'node:timers/promises'
import type { SiteId } from '#core/directory'
import { buy, type Ordered } from './browser-on-bad-days.ts'
import type { Random } from './random.ts'

/** The address of the program, the site, and its key. */
export type Counter = { url: string; siteId: SiteId; privateKey: string }

/** The response to a store for an order that it placed under its own key. */
export type Placed = {
  key: string
  status: number
  orderId: number
  /** None: its process died after it had opened the order, and before it recorded the intent of the payment. */
  transactionId: number | undefined
}

/** Clients that keep coming until `stop`: shoppers who pay on the page, and stores that place orders. */
export type Clients = {
  ordered: Ordered[]
  placed: Placed[]
  /** Responses that no client should ever receive. */
  troubles: string[]
  /** Errors of clients that gave up after an inconsistent response. */
  failures: string[]
  /** Adds so many shoppers and as many stores. */
  join(count: number): void
  stop(): Promise<void>
}

export type ClientsInput = {
  random: Random
  /** Distinguishes several groups of clients on one site. */
  name?: string
  /** What they pay: 31.00 is challenged, so that shoppers are sent to their bank and back. */
  amounts?: readonly string[]
  /**
   * Whether stores number their orders, with the same text as their keys; otherwise only the key identifies an order.
   */
  numbered?: boolean
  /** Called when a client has received the success of a payment. */
  acknowledged?(): void
}

export function openClients(counter: Counter, input: ClientsInput): Clients {
  const {
    random,
    name = '',
    amounts = ['9.90', '12.50', '31.00'],
    numbered = false,
    acknowledged = () => undefined,
  } = input
  const seen = {
    ordered: [] as Ordered[],
    placed: [] as Placed[],
    troubles: [] as string[],
    failures: [] as string[],
  }
  const clients: Promise<void>[] = []
  let open = true
  const keepOn = async (once: (count: number) => Promise<void>) => {
    for (let count = 1; open; count++) await once(count)
  }
  const shop = (who: string, own: Random) =>
    keepOn(async (count) => {
      const { privateKey } = counter
      const request = requestOf(counter, { name: `shopper${who}`, count, amount: own.pick(amounts), random: own })
      const program = { url: counter.url, serving: () => Promise.resolve() }
      const ordered = await buy(program, { privateKey, request }, { random: own, sent: () => undefined })
      seen.ordered.push(ordered)
      if (ordered.acknowledged) acknowledged()
    })
  const place = async (who: string, own: Random) => {
    const customerId = await placeCustomer(counter, seen.troubles, `store${who}`)
    await keepOn(async (count) => {
      const wanted = { key: `order${who}-${count}`, amount: own.pick(amounts), customerId, numbered }
      const placed = await placeTwice(counter, seen.troubles, wanted)
      seen.placed.push(placed)
      if (placed.transactionId !== undefined) acknowledged()
    })
  }
  return {
    ...seen,
    join: (count) => {
      for (let each = 0; each < count; each++) {
        const who = `${name}${clients.length}`
        for (const client of [shop(who, random.fork()), place(who, random.fork())])
          clients.push(client.catch((error: Error) => void seen.failures.push(error.message)))
      }
    },
    stop: async () => {
      open = false
      await Promise.all(clients)
    },
  }
}

const requestOf = (
  { siteId }: Counter,
  { name, count, amount, random }: { name: string; count: number; amount: string; random: Random },
) => ({
  siteId,
  customer: { identifier: name, email: `${name}@example.com` },
  order: {
    orderId: `${name}-${count}`,
    type: 'purchase' as const,
    amount,
    currency: 'EUR' as const,
    description: 'Bread',
  },
  cardTransactionMode: random.pick(['authAndCapture', 'auth'] as const),
  backUrl: 'https://shop.example/return',
})

async function placeCustomer(counter: Counter, troubles: string[], identifier: string): Promise<string> {
  const form = { identifier, email: `${identifier}@example.com` }
  const { data } = await untilReplied(counter, troubles, { path: '/customer', form, key: `customer-${identifier}` })
  return String(data.id)
}

const typedCard = {
  currency: 'EUR',
  orderType: 'purchase',
  ip: '203.0.113.9',
  description: 'Bread',
  transactionMethod: 'card',
  cardNumber: '4111111111111111',
  cardExpiryDate: '12/34',
  cardCvv: '123',
  cardHolderName: 'Ana Pop',
}

type Input = { key: string; amount: string; customerId: string; numbered: boolean }

/** Each order is sent twice at once, as by a client that does not wait, and both must receive the same response. */
async function placeTwice(
  counter: Counter,
  troubles: string[],
  { key, amount, customerId, numbered }: Input,
): Promise<Placed> {
  const form = { ...typedCard, customerId, amount, ...(numbered && { externalOrderId: key }) }
  const [one, other] = await Promise.all(
    [1, 2].map(() => untilReplied(counter, troubles, { path: '/order', form, key })),
  )
  const [placed, again] = [one!, other!].map(({ status, data }) => ({
    key,
    status,
    orderId: Number(data.orderId ?? data.id),
    transactionId: data.transactionId === undefined ? undefined : Number(data.transactionId),
  }))
  if (placed!.orderId !== again!.orderId || placed!.transactionId !== again!.transactionId)
    throw new Error(`the key ${key} had two effects: ${JSON.stringify([placed, again])}`)
  return placed!
}

type Answer = { status: number; data: Readonly<Record<string, unknown>> }

/** Retries a request without a response, or with a server error: the same request under the same key. */
async function untilReplied(
  { url, privateKey }: Counter,
  troubles: string[],
  { path, form, key }: { path: string; form: Record<string, string>; key: string },
): Promise<Answer> {
  for (;;) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${privateKey}`, 'idempotency-key': key },
      body: new URLSearchParams(form),
    }).catch((error: Error) => error)
    const text = answer instanceof Error ? '' : await answer.text().catch(() => '')
    if (!(answer instanceof Error) && text !== '' && answer.status < 500) {
      const { data } = JSON.parse(text) as { data?: Answer['data'] }
      if (!data) throw new Error(`${path} under ${key} was answered ${answer.status} ${text}`)
      return { status: answer.status, data }
    }
    troubles.push(`${path} under ${key}: ${answer instanceof Error ? answer.message : `${answer.status} ${text}`}`)
    await pause(sendAgainMs)
  }
}
const sendAgainMs = 20
