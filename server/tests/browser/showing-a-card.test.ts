import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '#issuing/programmes'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser } from '../world/browser.ts'
import { sampled } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { createWorld } from '../world/world.ts'

/** A page of somebody who puts an address into a frame. */
async function openFramingApp(): Promise<{ origin: string; frames(url: string): void }> {
  let framed = ''
  const app = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Nordwind</title><main aria-label="Nordwind"><h1>Nordwind</h1>
      <iframe title="Your card" src="${framed}" width="340" height="560"></iframe></main>`,
    )
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  onTestFinished(() => void app.close())
  return {
    origin: `http://localhost:${(app.address() as AddressInfo).port}`,
    frames: (url) => {
      framed = url
    },
  }
}

/** An active card with a PIN, and the frames of two: the partner's app, and a page of somebody else. */
async function openCardInFrames() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const [nordwind, mallory, partner] = [await openFramingApp(), await openFramingApp(), await openPartner(world)]
  const by = { actor: 'test', fromWhere: 'test' }
  const changes = { frameAncestors: [nordwind.origin] }
  await changeSettings(world.app, { by, partnerId: partner.partner.id, changes })
  const ana = await openCardholder(world, partner, await openProduct(world, partner))
  const card = await ana.card(plastic)
  await ana.post(card, '/activate', { lastFour: card.last4 })
  const florin = await world.http.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const address = async () => florin + new URL(String((await ana.post(card, '/data-page', {})).body.url)).pathname
  return { browser, nordwind, mallory, address, secrets: async () => (await ana.get(card, '/secrets')).body }
}

test.each(
  sampled(
    [
      ['with a script, in the dark', { colorScheme: 'dark' as const }],
      ['without a script', { javaScriptEnabled: false }],
    ],
    1,
  ),
)('a holder sees number, security code and PIN in a frame of the app, once; %s', async (_name, options) => {
  const { browser, nordwind, address, secrets } = await openCardInFrames()
  const { pan, cvv, pin } = (await secrets()) as Record<string, string>
  const context = await browser.newContext({ ...options, locale: 'en-GB', viewport: { width: 390, height: 700 } })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
  const isAccessible = async () => {
    if ('javaScriptEnabled' in options) return
    expect(await findingsOn(page)).toEqual([])
    const frame = page.frames().find((each) => each.parentFrame())!
    expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
  nordwind.frames(await address())
  await page.goto(nordwind.origin)
  const frame: FrameLocator = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Show' }).waitFor()
  expect(await frame.locator('body').innerText()).not.toContain(pan!.slice(0, 4))
  await isAccessible()

  await frame.getByRole('button', { name: 'Show' }).click()

  await frame.getByText(pan!.replaceAll(/(.{4})(?=.)/g, '$1 ')).waitFor()
  for (const shown of [cvv!, pin!, '05/30'])
    expect(await frame.getByText(shown, { exact: true }).isVisible(), shown).toBe(true)
  await isAccessible()
  expect(troubles).toEqual([])
  await page.reload()
  await frame.getByRole('heading', { name: 'This page is over' }).waitFor()
  expect(await frame.locator('body').innerText()).not.toContain(pan!.slice(0, 4))
})

test('the page of somebody else cannot put the card into a frame', async () => {
  const { browser, mallory, nordwind, address } = await openCardInFrames()
  const page = await browser.newPage()
  const url = await address()
  mallory.frames(url)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(mallory.origin)
  expect((await refused).text()).toContain(nordwind.origin)
  expect(await page.frameLocator('iframe').getByRole('button', { name: 'Show' }).count()).toBe(0)
})
