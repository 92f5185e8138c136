import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '#issuing/programmes'
import { typeCard } from '../world/card-form.ts'
import { approveKyc } from '../world/issuing.ts'
import { sampled } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { openReceiver } from '../world/receiver.ts'

let live: LiveServer
beforeAll(async () => {
  live = await openLiveServer()
})
afterAll(() => live?.close())

const by = { actor: 'test', fromWhere: 'test' }

/** The partner's app: it orders topups for its customer, and shows their pages as they are. */
async function openApp() {
  const { publicUrl, programme, app } = live.server
  const { partner, apiKey } = programme!
  const [back, webhooks] = [await openReceiver(), await openReceiver()]
  await app.partners.change({ by, partnerId: partner.id, changes: { webhookUrl: webhooks.url } })
  await changeSettings(app, { by, partnerId: partner.id, changes: { returnUrl: back.url } })
  const call = async (path: string, body: unknown, headers: Record<string, string>) => {
    const own = { 'content-type': 'application/json', ...headers }
    const input = body === undefined ? { headers } : { method: 'POST', headers: own, body: JSON.stringify(body) }
    return fetch(`${publicUrl}/v1${path}`, input)
  }
  const asServer = async (path: string, body: unknown) =>
    (await call(path, body, { 'x-partner-api-key': apiKey!.reveal() })).json()
  const email = `ana-${back.url.replaceAll(/\D/g, '')}@example.com`
  const { customerId } = (await asServer('/auth/register/partner', { email })) as { customerId: string }
  await approveKyc({ app }, customerId)
  const { accessToken } = (await asServer('/auth/login/partner', { customerId })) as { accessToken: string }
  const asCustomer = (path: string, body?: unknown) => call(path, body, { authorization: `Bearer ${accessToken}` })
  await asCustomer('/accounts', { currency: 'EUR' })
  const server = createServer(async (_request, response) => {
    const page = await asCustomer('/topups/fiat', { amount: '20.00', currency: 'EUR' })
    response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await Promise.all([back.close(), webhooks.close()])
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, back, webhooks, read: async (path: string) => (await asCustomer(path)).json() }
}

test.each(
  sampled(
    [
      ['by itself', true],
      ['by its buttons, without a script', false],
    ],
    1,
  ),
)('a customer tops up: the page goes on %s, and the balance and the webhooks are there', async (_name, hasScript) => {
  const { url, back, webhooks, read } = await openApp()
  const context = await live.browser.newContext({ javaScriptEnabled: hasScript, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  if (!hasScript) await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  if (!hasScript) {
    await page.waitForURL(/\/return/)
    await page.getByRole('button').click()
  }
  await page.waitForURL(/topupId=/)
  const events = [await webhooks.next(), await webhooks.next(), await webhooks.next()]
    .map(({ body }) => JSON.parse(body) as { eventType: string; data: { topupId?: string } })
    .filter(({ eventType }) => eventType.startsWith('topup'))
  while (events.length < 2) events.push(JSON.parse((await webhooks.next()).body))
  const { data } = (await read('/topups')) as { data: { id: string; status: string; credited: string }[] }
  expect(data).toMatchObject([{ status: 'completed', credited: '20.00' }])
  expect(events.map(({ eventType, data: { topupId } }) => [eventType, topupId])).toEqual([
    ['topupCreated', data[0]!.id],
    ['topupStatusChanged', data[0]!.id],
  ])
  expect(await read('/accounts')).toMatchObject([{ balance: '20.00' }])
  expect(back.requests.at(-1)!.path).toContain(`topupId=${data[0]!.id}`)
  await context.close()
})
