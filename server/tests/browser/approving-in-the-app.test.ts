import { expect, onTestFinished, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser } from '../world/browser.ts'
import { sampled } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openMerchantSide } from '../world/three-ds.ts'
import { createWorld } from '../world/world.ts'

test.each(
  sampled(
    [
      ['with a script, at that moment', {}],
      ['without a script, at its next look', { javaScriptEnabled: false }],
    ],
    1,
  ),
)('the page of the bank moves on when the holder has answered in the app: %s', async (_how, options) => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ana = await openSpender(world, await openPartner(world))
  await using shop = await openMerchantSide(world)
  const florin = await world.http.listen({ host: '127.0.0.1', port: 0 })
  const ares = await shop.authenticate(ana, '42.99', { notificationURL: `${florin}/sandbox/back` })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ ...options, locale: 'en-GB', viewport: { width: 390, height: 700 } })
  const page = await context.newPage()
  const begun = await world.http.inject({
    method: 'POST',
    url: '/3ds/challenge',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ creq: shop.creq(ares) }).toString(),
  })
  await page.goto(florin + String(begun.headers.location))
  await page.getByRole('heading', { name: 'Approve the payment in your app' }).waitFor()
  expect(await page.locator('main').innerText()).toContain('€42.99')
  if (!('javaScriptEnabled' in options)) expect(await findingsOn(page)).toEqual([])
  const body = { authType: 'faceRecognition', authStatus: 'success' }
  await ana.call('PATCH', `/transactions/3d-secure/${ares.acsTransID}`, { body })
  if ('javaScriptEnabled' in options) await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${florin}/sandbox/back`)
})
