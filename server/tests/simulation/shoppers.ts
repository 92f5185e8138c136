import { type CheckoutRequest, signCheckoutRequest } from '@florin/client'
import { fallbackCard, rightCode, testCards } from '#connectors/acquirer/sandbox/index.ts'
import { cardFields, fieldOf } from '../world/shopper.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import { openVisit, type Page, type Simulation, send, type Visit } from './simulation.ts'

/** A new order: mostly a small purchase, sometimes anything that the page supports. */
export async function order(simulation: Simulation, random: Random): Promise<string> {
  const visit = await arrive(simulation, random)
  const { order, cardTransactionMode } = visit.request
  const notified = `orders ${order?.orderId}: ${order?.type} ${cardTransactionMode} ${order?.amount} ${order?.currency}`
  return random.chance(85) ? `${notified}; ${await pay(simulation, random, visit)}` : notified
}

/** A shopper with a new order comes to its page. */
export function arrive(simulation: Simulation, random: Random): Promise<Visit> {
  const store = random.pick(simulation.stores)
  return openVisit(simulation, random, store, newRequest(simulation, random, store.site.id))
}

function newRequest(simulation: Simulation, random: Random, siteId: number): CheckoutRequest {
  const kind = random.between(1, 20)
  const cardTransactionMode = kind === 1 ? 'verifyCard' : kind <= 7 ? 'auth' : 'authAndCapture'
  const isGuest = kind > 1 && random.chance(15)
  const identifier = random.pick(['ana', 'bo', 'cleo', 'dan'])
  const plain = {
    orderId: `order-${simulation.visits.length + 1}-${random.between(1000, 9999)}`,
    amount: kind === 1 ? '0.00' : amountOf(random),
    currency: random.pick(['EUR', 'EUR', 'RON'] as const),
    description: 'Bread',
  }
  const recurring = kind >= 19
  return {
    siteId,
    ...(!isGuest && { customer: { identifier, email: `${identifier}@example.com` } }),
    order: recurring
      ? { ...plain, type: 'recurring', intervalType: random.pick(['day', 'month'] as const), intervalValue: 1 }
      : { ...plain, type: kind === 18 ? 'managed' : 'purchase' },
    cardTransactionMode,
    backUrl: 'https://shop.example/return',
    ...((kind === 1 || random.chance(40)) && { saveCard: true }),
    ...(random.chance(30) && { customData: { basket: plain.orderId } }),
  }
}

/** Magic amounts except 0.08: requests without a response occur in lost requests, too. */
function amountOf(random: Random): string {
  if (random.chance(15)) return random.pick(['0.02', '0.03', '0.04', '0.05', '0.06', '0.07'])
  const cents = random.chance(25) ? random.between(2501, 90_000) : random.between(9, 2500)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A form that was posted before is posted again, as it was or with another amount. */
export async function orderAgain(simulation: Simulation, random: Random): Promise<string> {
  const { store, form, request, address } = random.pick(simulation.visits)
  if (random.chance(30)) {
    const order = { ...request.order!, amount: '123.45' }
    const changed = signCheckoutRequest({ privateKey: store.privateKeys[0]!, request: { ...request, order } })
    const { status } = await send(simulation, random, '/', { ...changed })
    if (status !== 409 && status !== 400)
      throw new Error(`another order under an old number was answered with ${status}`)
    return `${order.orderId} is posted with another amount: refused`
  }
  const dices = [random.fork(), random.fork()]
  const pages = await Promise.all(dices.map((own) => send(simulation, own, '/', { ...form })))
  // A store that has thrown its old key away has also thrown away what it signed with it.
  for (const { status, path } of pages)
    if (status !== 400 && path !== address) throw new Error(`${request.order?.orderId} leads to a second page: ${path}`)
  return `${request.order?.orderId} is posted twice again: ${pages.map(({ status }) => status)}`
}

/** A shopper opens their page and uses what it offers, in one or more tabs at once. */
export async function pay(simulation: Simulation, random: Random, chosen?: Visit, process?: Process): Promise<string> {
  const visit = chosen ?? (await anyVisit(simulation, random))
  const who = visit.request.order?.orderId
  const page = await send(simulation, random, visit.address, undefined, process)
  if (page.text.includes('name="PaReq"')) return `${who} ${await answerChallenge(simulation, random, page)}`
  if (!page.text.includes('/pay"')) return `${who} looks`
  const tabs = random.chance(60) ? 1 : random.between(2, 4)
  const landed = await Promise.all(
    Array.from({ length: tabs }, () => random.fork()).map((own) => payIn(simulation, own, visit, page, process)),
  )
  const challenge = landed.find(({ text }) => text.includes('name="PaReq"'))
  const notified = `${who} pays in ${tabs} tabs: ${landed.map(inWords).join(', ')}`
  return challenge && random.chance(80)
    ? `${notified}; ${await answerChallenge(simulation, random, challenge)}`
    : notified
}

/** Mostly a shopper who has not paid yet. */
async function anyVisit({ sql, visits }: Simulation, random: Random): Promise<Visit> {
  const { rows } = await sql.query<{ id: string }>("select external_id as id from orders.orders where status = 'start'")
  const unpaid = new Set(rows.map(({ id }) => id))
  const waiting = visits.filter(({ request }) => unpaid.has(request.order?.orderId ?? ''))
  return random.pick(waiting.length > 0 && random.chance(85) ? waiting : visits)
}

/** Presses the button; sometimes twice, sometimes on a page loaded anew. */
async function payIn(
  simulation: Simulation,
  random: Random,
  { address }: Visit,
  shown: Page,
  process: Process | undefined,
): Promise<Page> {
  const page = random.chance(50) ? shown : await send(simulation, random, address, undefined, process)
  if (!page.text.includes('/pay"')) return page
  const fields = { attempt: fieldOf(page.text, 'attempt'), ...cardOn(page, random) }
  const post = () => send(simulation, random, `${address}/pay`, fields, process)
  if (random.chance(75)) return post()
  const [first] = await Promise.all([post(), post()])
  return first
}

/** One of the stored cards that the page offers, or one that is typed: mostly a good one. */
function cardOn({ text }: Page, random: Random): Readonly<Record<string, string>> {
  const stored = [...text.matchAll(/<input[^>]*name="card" value="(\d+)"[^>]*>/g)].map(([, id]) => id!)
  if (stored.length > 0 && random.chance(60)) return { card: random.pick(stored) }
  const { number, expiry, cvv } = random.pick([testCards[0]!, testCards[0]!, fallbackCard, random.pick(testCards)])
  return cardFields({
    number,
    expiry,
    cvv: random.chance(5) ? '999'.padEnd(cvv.length, '9') : cvv,
    save: random.chance(30),
  })
}

/** Through the pretend bank: with the right code, the wrong ones, or by cancelling; some never come back from it. */
async function answerChallenge(simulation: Simulation, random: Random, page: Page): Promise<string> {
  const PaReq = fieldOf(page.text, 'PaReq')
  const way = random.pick(['right', 'right', 'right', 'wrong', 'cancelled'] as const)
  const codes = { right: [rightCode], wrong: ['1', '2', '3'], cancelled: [''] }[way]
  let bank = page
  for (const code of codes)
    bank = await send(simulation, random, '/sandbox/bank', {
      PaReq,
      decision: way === 'cancelled' ? 'cancel' : 'confirm',
      code,
    })
  if (!bank.text.includes('name="PaRes"') || random.chance(10)) return `is lost at their bank (${way})`
  const back = new URL(/<form[^>]* action="([^"]+)"/.exec(bank.text)![1]!).pathname
  const fields = { PaRes: fieldOf(bank.text, 'PaRes'), MD: fieldOf(bank.text, 'MD') }
  const times = random.chance(70) ? 1 : 3
  const landed = await Promise.all(
    Array.from({ length: times }, () => random.fork()).map((own) => send(simulation, own, back, fields)),
  )
  return `comes back from their bank ${times} times (${way}): ${landed.map(inWords).join(', ')}`
}

export async function cancel(simulation: Simulation, random: Random): Promise<string> {
  const { address, request } = random.pick(simulation.visits.slice(-10))
  await send(simulation, random, `${address}/cancel`, {})
  return `${request.order?.orderId} cancels`
}

const inWords = ({ status, path, text }: Page): string =>
  status !== 200
    ? String(status)
    : path.endsWith('/return')
      ? 'paid'
      : text.includes('name="PaReq"')
        ? 'challenged'
        : text.includes('/pay"')
          ? 'may pay'
          : 'no more to do'
