import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openApiClient } from './api-client.ts'
import type { BenchContext } from './context.ts'
import { runClients } from './load.ts'
import { percentile } from './numbers.ts'
import type { IssuedCard } from './spending-cards.ts'
import { newOrderName } from './store.ts'
import type { Durations } from './throughput.ts'

/** Whole payments: what one alone takes, in milliseconds, and many. */
export type OnUs = { alone: number; perSecond: number; p50: number; p99: number }

type Paying = { url: string; card: IssuedCard; timing: Durations & { clients: number } }

/** A store of the installation charges a stored card that the installation has issued: `POST /order`. */
export async function payOnUs(ctx: BenchContext, { url, card, timing }: Paying): Promise<OnUs> {
  const client = openApiClient(url, ctx.privateKey, timing.clients)
  const created = await client.post('/customer', { identifier: 'ana', email: 'ana@example.com' })
  const customerId = idIn(created)
  const stored = await client.post('/card', {
    customerId,
    cardNumber: card.number.reveal(),
    cardExpiryDate: `${card.expiry.slice(2)}/${card.expiry.slice(0, 2)}`,
    cardHolderName: 'Ana Pop',
    networkTransactionId: 'MCC1234560504',
    networkTransactionDate: Date.now() - 86_400_000,
  })
  const cardId = idIn(stored)
  const pay = async () => {
    const began = performance.now()
    const text = await client.post('/order', {
      customerId,
      cardId,
      orderType: 'purchase',
      amount: '1.00',
      currency: 'EUR',
      externalOrderId: newOrderName(),
      description: 'Bread',
    })
    if (!text.includes('"orderStatus":"complete-ok"')) throw new Error(`not paid: ${text.slice(0, 300)}`)
    return performance.now() - began
  }
  const alone = await runClients(pay, { ...timing, clients: 1 })
  const { samples, seconds } = await runClients(pay, timing)
  await client.close()
  const [p50, p99] = [percentile(samples, 0.5), percentile(samples, 0.99)]
  return { alone: percentile(alone.samples, 0.5), perSecond: samples.length / seconds, p50, p99 }
}

const idIn = (text: string): number => (JSON.parse(text) as { data: { id: number } }).data.id

/** `npm run loop`, from its start to its end, in seconds. */
export async function timeTheLoop(): Promise<number> {
  const began = performance.now()
  const cwd = new URL('../..', import.meta.url)
  const child = spawn('npm', ['run', 'loop', '--silent'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the loop ended with ${code}`)
  return (performance.now() - began) / 1000
}
