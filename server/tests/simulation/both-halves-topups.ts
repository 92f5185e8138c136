import { rightCode, testCards } from '#connectors/acquirer/sandbox/index.ts'
import { fieldOf, type Landed, type Shopper, sendForm } from '../world/shopper.ts'
import { unchallenged } from '../world/topups.ts'
import type { BothHalves } from './both-halves.ts'
import { currentOf, type Holder, typedOf } from './both-halves-holders.ts'
import { beAsked } from './both-halves-purchases.ts'
import type { Random } from './random.ts'

/** A holder tops up at our own checkout: with a card of another bank, at times with the issued card itself. */
export async function topUp(scene: BothHalves, random: Random): Promise<string> {
  const asking = random.pick(scene.holders)
  const amount = `${random.between(10, 150)}.${String(random.between(0, 99)).padStart(2, '0')}`
  const { status, body } = await asking.call('POST', '/topups/fiat', { body: { amount, currency: 'EUR' } })
  if (body.page === undefined) return `${asking.name} cannot top up: ${status}`
  const holder = currentOf(scene, asking)
  const page = String(body.page)
  const jsonRequest = fieldOf(page, 'jsonRequest')
  const { order } = JSON.parse(Buffer.from(jsonRequest, 'base64').toString())
  const orderId = String(order.orderId)
  scene.orders.set(orderId, holder)
  scene.topups.push({ id: orderId, holder })
  const line = `${holder.name} tops up ${amount} (${orderId})`
  if (random.chance(10)) return `${line} and never opens the page`
  const { http } = scene.world
  const signed = { jsonRequest, checksum: fieldOf(page, 'checksum') }
  const shopper = await sendForm({ http, privateKey: scene.topupSite.privateKey }, { orderId, signed })
  return `${line}: ${await payTopup(scene, random, { shopper, holder })}`
}

async function payTopup(
  scene: BothHalves,
  random: Random,
  { shopper, holder }: { shopper: Shopper; holder: Holder },
): Promise<string> {
  switch (random.between(1, 10)) {
    case 1:
      await shopper.cancelsBlindly()
      return 'cancels'
    case 2: {
      const landed = await shopper.pays(typedOf(holder.cards.at(-1)!))
      if (!landed.text.includes('name="creq"')) return `with the issued card: ${landed.status}`
      return `with the issued card: ${await beAsked(scene, random, { shopper, holder, landed })}`
    }
    case 3: {
      const { number, expiry, cvv } = random.pick(testCards)
      return afterBank(shopper, random, await shopper.pays({ number, expiry, cvv }))
    }
    case 4:
      return afterBank(shopper, random, await shopper.pays())
    default: {
      const { status } = await shopper.pays({ number: unchallenged })
      return `pays ${status}`
    }
  }
}

async function afterBank(shopper: Shopper, random: Random, { text, status }: Landed): Promise<string> {
  if (!text.includes('name="PaReq"') || random.chance(10)) return `pays ${status}`
  const landed = await shopper.answersChallenge(random.chance(80) ? rightCode : 'cancel').catch(() => undefined)
  return `is asked by another bank: ${landed?.status ?? 'lost there'}`
}

/** What the site of topups was sent arrives at Florin: late, in another order, twice at once, or once more weeks later. */
export async function passOn(scene: BothHalves, random: Random, all = false): Promise<string> {
  const { topupSite, unread, read } = scene
  const known = unread.length + read.length
  unread.push(...topupSite.receiver.requests.slice(known).map(({ body }) => body))
  const statuses: number[] = []
  for (const body of unread.splice(0)) {
    if (!all && random.chance(30)) {
      unread.push(body)
      continue
    }
    const times = random.chance(75) ? 1 : 3
    const replies = await Promise.all(Array.from({ length: times }, () => post(scene, body)))
    statuses.push(...replies)
    if (replies.some((status) => status === 200)) read.push(body)
    else unread.push(body)
    if (statuses.length > 200) break
  }
  if (read.length > 0 && random.chance(15)) statuses.push(await post(scene, random.pick(read)))
  return `notifications of topups are passed on: ${statuses}`
}

async function post({ world: { http }, topupSite }: BothHalves, body: string): Promise<number> {
  const { statusCode } = await http.inject({
    method: 'POST',
    url: `/topups/notifications/${topupSite.site.id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  })
  return statusCode
}
