import { type CheckoutRequest, signCheckoutRequest } from '@florin/client'
import { rightCode, testCards } from '#connectors/acquirer/sandbox/index.ts'
import { cardFields, fieldOf } from '../world/shopper.ts'
import type { Dice } from './dice.ts'
import type { Process } from './process.ts'
import { openVisit, type Page, send, type Town, type Visit } from './town.ts'

/** A new order of somebody: mostly a small purchase, sometimes anything that the page can be asked for. */
export async function order(town: Town, dice: Dice): Promise<string> {
  const visit = await arrive(town, dice)
  const { order, cardTransactionMode } = visit.request
  const told = `orders ${order?.orderId}: ${order?.type} ${cardTransactionMode} ${order?.amount} ${order?.currency}`
  return dice.chance(85) ? `${told}; ${await pay(town, dice, visit)}` : told
}

/** Somebody with a new order comes to its page. */
export function arrive(town: Town, dice: Dice): Promise<Visit> {
  const store = dice.pick(town.stores)
  return openVisit(town, dice, store, newRequest(town, dice, store.site.id))
}

function newRequest(town: Town, dice: Dice, siteId: number): CheckoutRequest {
  const kind = dice.between(1, 20)
  const cardTransactionMode = kind === 1 ? 'verifyCard' : kind <= 7 ? 'auth' : 'authAndCapture'
  const isGuest = kind > 1 && dice.chance(15)
  const identifier = dice.pick(['ana', 'bo', 'cleo', 'dan'])
  const plain = {
    orderId: `order-${town.visits.length + 1}-${dice.between(1000, 9999)}`,
    amount: kind === 1 ? '0.00' : amountOf(dice),
    currency: dice.pick(['EUR', 'EUR', 'RON'] as const),
    description: 'Bread',
  }
  const recurring = kind >= 19
  return {
    siteId,
    ...(!isGuest && { customer: { identifier, email: `${identifier}@example.com` } }),
    order: recurring
      ? { ...plain, type: 'recurring', intervalType: dice.pick(['day', 'month'] as const), intervalValue: 1 }
      : { ...plain, type: kind === 18 ? 'managed' : 'purchase' },
    cardTransactionMode,
    backUrl: 'https://shop.example/return',
    ...((kind === 1 || dice.chance(40)) && { saveCard: true }),
    ...(dice.chance(30) && { customData: { basket: plain.orderId } }),
  }
}

/** Magic amounts but for 0.08: to never be answered is what happens to asks that are lost, too. */
function amountOf(dice: Dice): string {
  if (dice.chance(15)) return dice.pick(['0.02', '0.03', '0.04', '0.05', '0.06', '0.07'])
  const cents = dice.chance(25) ? dice.between(2501, 90_000) : dice.between(9, 2500)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A form that was posted before is posted again, as it was or with another amount. */
export async function orderAgain(town: Town, dice: Dice): Promise<string> {
  const { store, form, request, address } = dice.pick(town.visits)
  if (dice.chance(30)) {
    const order = { ...request.order!, amount: '123.45' }
    const changed = signCheckoutRequest({ privateKey: store.privateKeys[0]!, request: { ...request, order } })
    const { status } = await send(town, dice, '/', { ...changed })
    if (status !== 409 && status !== 400)
      throw new Error(`another order under an old number was answered with ${status}`)
    return `${order.orderId} is posted with another amount: refused`
  }
  const dices = [dice.fork(), dice.fork()]
  const pages = await Promise.all(dices.map((own) => send(town, own, '/', { ...form })))
  // A store that has thrown its old key away has also thrown away what it signed with it.
  for (const { status, path } of pages)
    if (status !== 400 && path !== address) throw new Error(`${request.order?.orderId} leads to a second page: ${path}`)
  return `${request.order?.orderId} is posted twice again: ${pages.map(({ status }) => status)}`
}

/** Somebody goes to their page and does what it offers, in one or more tabs at once. */
export async function pay(town: Town, dice: Dice, chosen?: Visit, process?: Process): Promise<string> {
  const visit = chosen ?? (await somebody(town, dice))
  const who = visit.request.order?.orderId
  const page = await send(town, dice, visit.address, undefined, process)
  if (page.text.includes('name="PaReq"')) return `${who} ${await answerBank(town, dice, page)}`
  if (!page.text.includes('/pay"')) return `${who} looks`
  const tabs = dice.chance(60) ? 1 : dice.between(2, 4)
  const landed = await Promise.all(
    Array.from({ length: tabs }, () => dice.fork()).map((own) => payIn(town, own, visit, page, process)),
  )
  const challenge = landed.find(({ text }) => text.includes('name="PaReq"'))
  const told = `${who} pays in ${tabs} tabs: ${landed.map(inWords).join(', ')}`
  return challenge && dice.chance(80) ? `${told}; ${await answerBank(town, dice, challenge)}` : told
}

/** Mostly somebody who has not paid yet. */
async function somebody({ sql, visits }: Town, dice: Dice): Promise<Visit> {
  const { rows } = await sql.query<{ id: string }>("select external_id as id from orders.orders where status = 'start'")
  const unpaid = new Set(rows.map(({ id }) => id))
  const waiting = visits.filter(({ request }) => unpaid.has(request.order?.orderId ?? ''))
  return dice.pick(waiting.length > 0 && dice.chance(85) ? waiting : visits)
}

/** Presses the button; sometimes twice, sometimes on a page loaded anew. */
async function payIn(
  town: Town,
  dice: Dice,
  { address }: Visit,
  shown: Page,
  process: Process | undefined,
): Promise<Page> {
  const page = dice.chance(50) ? shown : await send(town, dice, address, undefined, process)
  if (!page.text.includes('/pay"')) return page
  const fields = { attempt: fieldOf(page.text, 'attempt'), ...cardOn(page, dice) }
  const post = () => send(town, dice, `${address}/pay`, fields, process)
  if (dice.chance(75)) return post()
  const [first] = await Promise.all([post(), post()])
  return first
}

/** One of the stored cards that the page offers, or one that is typed: mostly a good one. */
function cardOn({ text }: Page, dice: Dice): Readonly<Record<string, string>> {
  const stored = [...text.matchAll(/<input[^>]*name="card" value="(\d+)"[^>]*>/g)].map(([, id]) => id!)
  if (stored.length > 0 && dice.chance(60)) return { card: dice.pick(stored) }
  const { number, expiry, cvv } = dice.chance(60) ? testCards[0]! : dice.pick(testCards)
  return cardFields({
    number,
    expiry,
    cvv: dice.chance(5) ? '999'.padEnd(cvv.length, '9') : cvv,
    save: dice.chance(30),
  })
}

/** Through the pretend bank: with the right code, the wrong ones, or by cancelling; some never come back from it. */
async function answerBank(town: Town, dice: Dice, page: Page): Promise<string> {
  const PaReq = fieldOf(page.text, 'PaReq')
  const way = dice.pick(['right', 'right', 'right', 'wrong', 'cancelled'] as const)
  const said = { right: [rightCode], wrong: ['1', '2', '3'], cancelled: [''] }[way]
  let bank = page
  for (const code of said)
    bank = await send(town, dice, '/sandbox/bank', {
      PaReq,
      decision: way === 'cancelled' ? 'cancel' : 'confirm',
      code,
    })
  if (!bank.text.includes('name="PaRes"') || dice.chance(10)) return `is lost at their bank (${way})`
  const back = new URL(/<form[^>]* action="([^"]+)"/.exec(bank.text)![1]!).pathname
  const fields = { PaRes: fieldOf(bank.text, 'PaRes'), MD: fieldOf(bank.text, 'MD') }
  const times = dice.chance(70) ? 1 : 3
  const landed = await Promise.all(
    Array.from({ length: times }, () => dice.fork()).map((own) => send(town, own, back, fields)),
  )
  return `comes back from their bank ${times} times (${way}): ${landed.map(inWords).join(', ')}`
}

export async function cancel(town: Town, dice: Dice): Promise<string> {
  const { address, request } = dice.pick(town.visits.slice(-10))
  await send(town, dice, `${address}/cancel`, {})
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
