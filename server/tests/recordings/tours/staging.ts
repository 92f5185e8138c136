import { Secret } from '#kernel/base/secret.ts'
import { openHttp } from '../../../src/surfaces/http.ts'
import { merchantRoutes } from '../../../src/surfaces/merchant-api/routes.ts'
import { routesOf } from '../installation.ts'
import { keepTable } from '../recorder.ts'
import type { Input, Seen, Tour } from '../tour.ts'
import { pays } from './checkout.ts'

const ours = { 'sec-fetch-site': 'same-origin' }
/** Where the clock of the installation is put; it stands still there. */
const moment = '2031-03-01T09:00:00Z'

/** What exists in staging only: the clock, the desk, the mailbox, the demo store; and the pages of the installation. */
export async function tourStaging(tour: Tour): Promise<void> {
  const { world, site, privateKey } = tour.shop
  for (const input of [{ pause: '1' }, { moveTo: moment }])
    await world.http.inject({
      method: 'PATCH',
      url: '/test-clock',
      headers: { authorization: privateKey, 'content-type': 'application/json' },
      payload: JSON.stringify(input),
    })
  const http = await openHttp(world.app, { siteId: site.id, privateKey: new Secret(privateKey) })
  const withDemo: Tour = {
    ...tour,
    sends: (title, line, input = {}) => tour.sends(title, line, { ...input, http }),
    reads: (title, line, input = {}) => tour.reads(title, line, { ...input, http }),
  }
  tour.chapter('staging-demo-store')
  await demoStore(withDemo)
  tour.chapter('staging-desk')
  await desk(withDemo)
  await mailbox(withDemo)
  await disputes(withDemo)
  await chain(withDemo)
  tour.chapter('staging-test-clock')
  await testClock(tour)
  tour.chapter('installation')
  await aboutTheInstallation(withDemo)
  await otherProcesses(tour)
  await wrongMethods(tour)
  await http.close()
}

async function demoStore(tour: Tour): Promise<void> {
  const { sends, shop } = tour
  await sends('The demo store', 'GET /demo')
  await sends('The way in leads to the demo store', 'GET /')
  const buyer = { email: 'ada@example.com', name: 'Ada Baker' }
  await sends('Nothing is bought', 'POST /demo/checkout', { form: { ...buyer } })
  await sends('A box is subscribed to', 'POST /demo/checkout', { form: { ...buyer, kind: 'subscribe' } })
  await sends('A card is only verified', 'POST /demo/checkout', { form: { ...buyer, kind: 'verify' } })
  const bought = await sends('Bread is bought', 'POST /demo/checkout', {
    form: { ...buyer, 'quantity[boule]': '2', 'quantity[croissant]': '1', language: 'ro', saveCard: '1' },
  })
  const form = { jsonRequest: bought.field('jsonRequest'), checksum: bought.field('checksum') }
  const page = await sends('The demo store sends the visitor to the checkout', 'POST /?lang=ro', { form })
  const paid = await pays(tour, 'The visitor pays', page.to)
  const back = await sends('The visitor is sent back to the demo store', `GET ${paid.to}`)
  await shop.world.runUntilIdle()
  const result = { opensslResult: back.field('opensslResult'), result: back.field('result') }
  await sends('The visitor is back before the notification', 'POST /demo/return', { form: result })
  const notified = Object.fromEntries(new URLSearchParams(shop.receiver.requests.at(-1)!.body))
  await sends('The demo store is notified', 'POST /demo/notifications', { form: notified as Record<string, string> })
  const cookie = String(bought.headers['set-cookie']).split(';')[0]!
  await sends('The visitor is back after it', 'POST /demo/return', { form: result })
  await sends(
    'The visitor looks again',
    `GET /demo/return?${new URLSearchParams({ result: result.result, looks: '5' })}`,
  )
  await sends('A subscription that the demo store does not know', 'GET /demo/subscription/crumb-unknown')
  await sends('The demo store knows its visitor', 'GET /demo', { headers: { cookie } })
  await sends('The orders of the demo store', 'GET /demo/orders')
  await sends('The demo store receives a malformed notification', 'POST /demo/notifications', {
    form: { opensslResult: 'abc' },
  })
  await sends('The visitor is back with nothing', 'GET /demo/return')
}

/** A button of the desk, and the page one is sent on to, with what came of it. */
async function presses({ sends }: Tour, title: string, path: string, form: Record<string, string>): Promise<Seen> {
  const done = await sends(title, `POST ${path}`, { form, headers: ours })
  const cookie = String(done.headers['set-cookie']).split(';')[0]!
  return sends(`${title}: what came of it`, `GET ${done.to}`, { headers: { cookie } })
}

async function desk(tour: Tour): Promise<void> {
  const { sends } = tour
  await presses(tour, 'The desk runs a second', '/sandbox/clock', { how: 'run', to: 'PT1S' })
  await sends('The desk', 'GET /sandbox')
  await sends('The clock of the desk', 'GET /sandbox/clock')
  await presses(tour, 'The desk goes to the next due thing', '/sandbox/clock', { how: 'next' })
  await presses(tour, 'The desk jumps a day', '/sandbox/clock', { how: 'jump', to: 'P1D' })
  const post = (title: string, form: Record<string, string>, headers: Input['headers'] = ours) =>
    sends(title, 'POST /sandbox/clock', { form, headers })
  await post('A form of another site', { how: 'pause' }, { 'sec-fetch-site': 'cross-site' })
  await post('An unknown wish', { how: 'fly' })
  await post('A goal that is none', { how: 'run', to: 'tomorrow' })
  await post('A goal in the past', { how: 'jump', to: '2001-01-01T00:00:00Z' })
  await post('A goal too far away', { how: 'run', to: 'P50Y' })
  await sends('Nothing is at the desk', 'GET /sandbox/nothing')
}

async function mailbox({ sends }: Tour): Promise<void> {
  await sends('The mailbox', 'GET /sandbox/mailbox')
  await sends('The mailbox of one recipient', 'GET /sandbox/mailbox?to=nobody')
  await sends('An email', 'GET /sandbox/mailbox/1')
  await sends('An email as its page', 'GET /sandbox/mailbox/1/page')
  await sends('A file that the email has not', 'GET /sandbox/mailbox/1/files/none.pdf')
  await sends('An email that does not exist', 'GET /sandbox/mailbox/99')
  await sends('The page of an email that does not exist', 'GET /sandbox/mailbox/99/page')
}

async function chain(tour: Tour): Promise<void> {
  const act = (title: string, form: Record<string, string>) => presses(tour, title, '/sandbox/chain', form)
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const payment = { do: 'send', to, from, coin: 'USDC', quantity: '12.5' }
  await tour.sends('The chain, with nothing sent', 'GET /sandbox/chain')
  await act('Coins are sent', payment)
  await act('Coins are sent to an address that is none', { ...payment, to: '0x12' })
  await act('A quantity that is none is sent', { ...payment, quantity: '-1' })
  await act('A coin that there is not is sent', { ...payment, coin: 'GOLD' })
  await act('A block is made', { do: 'mine', count: '1' })
  await act('Blocks are replaced', { do: 'lose', count: '3' })
}

async function disputes(tour: Tour): Promise<void> {
  const page = await tour.sends('What can be disputed', 'GET /sandbox/disputes')
  const authorization = page.field('authorization')
  const act = (title: string, form: Record<string, string>) => presses(tour, title, '/sandbox/disputes', form)
  await act('Too much is disputed', { authorization, do: 'open', amount: '900', reason: 'fraud' })
  await act('Nothing is disputed', { authorization, do: 'open', amount: '0', reason: 'fraud' })
  await act('No amount is disputed', { authorization, do: 'open', amount: 'x' })
  await act('Something else is done', { do: 'burn' })
  const opened = await act('A part is disputed', { authorization, do: 'open', amount: '2', reason: 'fraud' })
  const dispute = opened.field('dispute')
  await act('The merchant loses', { authorization, dispute, do: 'lost' })
  await act('The merchant wins after all', { authorization, dispute, do: 'won' })
  await act('An unknown dispute is decided', { authorization, dispute: 'none', do: 'won' })
}

async function testClock({ calls }: Tour): Promise<void> {
  const moves = (title: string, form: Record<string, string>) => calls(title, 'PATCH /test-clock', { form })
  await calls('What time it is', 'GET /test-clock')
  await moves('The clock goes on', { advanceBy: 'PT1H' })
  await moves('The clock runs to a day', { runTo: '2031-03-05' })
  await moves('The clock goes to the next thing', { next: '1' })
  await calls('The clock is posted', 'POST /test-clock', { json: { runFor: 'P1D' } })
  await moves('The clock has no wish', {})
  await moves('The clock has two wishes', { pause: '1', next: '1' })
  await moves('The clock does not go back', { moveTo: '2001-01-01' })
  await moves('The clock does not go too far', { runFor: 'P11Y' })
  await moves('The clock receives no duration', { advanceBy: 'tomorrow' })
}

async function aboutTheInstallation({ sends }: Tour): Promise<void> {
  await sends('The process is alive', 'GET /health')
  await sends('The process is ready', 'GET /ready')
  await sends('How a request is seen, asked without the keys', 'GET /health/seen')
  await sends('The document of the interface', 'GET /openapi.json')
  await sends('The reference page', 'GET /docs/api')
}

async function otherProcesses(tour: Tour): Promise<void> {
  const { app } = tour.shop.world
  const http = await openHttp({ ...app, config: { ...app.config, roles: ['worker'] } }, undefined)
  const stopping = await openHttp(app, undefined, { isStopping: true })
  await tour.sends('A process that serves no pages', 'GET /checkout/abc', { http })
  await tour.sends('A process that serves no interface', 'GET /order/1', { http })
  await tour.sends('A process that serves nothing has nothing else', 'GET /nothing', { http })
  await tour.sends('A process that is about to stop', 'GET /ready', { http: stopping })
  await http.close()
  await stopping.close()
}

/** Under the addresses of the interface there is an answer to every method, the same for all that are not meant. */
async function wrongMethods({ shop }: Tour): Promise<void> {
  const { app } = shop.world
  const http = await openHttp(app, undefined)
  const meant = merchantRoutes(app)
  const roots = new Set(meant.map(({ path }) => path.split('/')[1]))
  const wrong = routesOf(http).filter(
    ({ method, path }) =>
      roots.has(path.split('/')[1]!) && !meant.some((route) => route.method === method && route.path === path),
  )
  const lines: string[] = []
  for (const { method, path } of wrong) {
    const url = path.replace(/:\w+/, '1').replace('*', '1/none')
    const reply = await http.inject({ method: method as 'GET', url, headers: { authorization: shop.privateKey } })
    const { errors } = reply.json<{ errors: { reason: string; message: string }[] }>()
    lines.push(`${method} ${url} -> ${reply.statusCode} ${errors[0]!.reason}: ${errors[0]!.message}`)
  }
  await http.close()
  keepTable('wrong-methods', lines)
}
