import { checkoutForm } from '@florin/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeCard } from '../world/card-form.ts'
import { longTest } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { openReceiver } from '../world/receiver.ts'
import { typeIn } from '../world/typing.ts'

let live: LiveServer

beforeAll(async () => {
  live = await openLiveServer()
})

afterAll(() => live?.close())

/** A fresh visitor at the till of the demo store, with whatever they put into the basket. */
async function goToPay({ script = true, choose }: { script?: boolean; choose?: (page: Page) => Promise<void> } = {}) {
  const context = await live.browser.newContext({ javaScriptEnabled: script, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${live.server.publicUrl}/demo`)
  await choose?.(page)
  await page.getByRole('button', { name: 'Go to the payment page' }).click()
  // The store's page sends itself on, or has a button for browsers without script.
  if (!script) await page.getByRole('button').click()
  await page.waitForURL(/\/checkout\//)
  return page
}

test('a newcomer buys bread: pays, and the store shows the result and the notification', async () => {
  const page = await goToPay()
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()

  await page.waitForURL(/\/demo\/return/)
  await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor()
  await page.getByText('Decrypted, transaction').waitFor()

  expect(await page.getByText('complete-ok').count()).toBeGreaterThanOrEqual(2)
})

// In small: a shopper pays on the page of the store, which learns it and has its server read the result
longTest('a newcomer pays on the page of the store itself, which shows the same', async () => {
  const context = await live.browser.newContext({ locale: 'ro-RO' })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => message.text().includes('Content Security') && troubles.push(message.text()))
  await page.goto(`${live.server.publicUrl}/demo`)
  await page.getByRole('button', { name: 'Plătește pe această pagină' }).click()
  const form = page.frameLocator('#payment-form iframe')
  await typeIn(form.getByLabel('Numărul cardului'), '4111111111111111')
  await typeIn(form.getByLabel('Data expirării'), '12/34')
  await typeIn(form.getByLabel('Cod de securitate'), '123')
  await form.getByRole('button', { name: /^Plătiți \d/ }).click()
  await page.waitForURL(/\/demo\/return/)
  expect(await page.getByText('complete-ok').count()).toBeGreaterThanOrEqual(1)
  expect(troubles).toEqual([])
})

test('the bar with the sum stays in sight on a telephone, and follows what is chosen', async () => {
  const context = await live.browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${live.server.publicUrl}/demo`)
  const sum = page.locator('.paybar output')
  expect(await sum.textContent()).toBe('€9.60')
  await typeIn(page.getByLabel('Pieces').first(), '3')
  expect(await sum.textContent()).toBe('€19.20')
  expect(await page.evaluate(`document.querySelector('.paybar').getBoundingClientRect().bottom <= innerHeight`)).toBe(
    true,
  )
  await page.getByLabel('Subscribe to the weekly bread box').check()
  expect(await sum.textContent()).toBe('€5.00')
})

// In small: a shopper pays without script
longTest('without script it goes the same way, by the buttons', async () => {
  const page = await goToPay({ script: false })
  await typeCard(page, { number: '5555555555554444' })
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await page.waitForURL(/\/return/)
  await page.getByRole('button').click()

  await page.waitForURL(/\/demo\/return/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you, it is paid')
})

// In small: a challenged shopper types the right code and has paid
longTest('over 25.00 the bank asks for its code, and a wrong one can be corrected', async () => {
  const page = await goToPay({ choose: async (shop) => typeIn(shop.getByLabel('Pieces').nth(5), '1') })
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await page.waitForURL(/\/sandbox\/bank/)

  await typeIn(page.getByRole('textbox'), '12345')
  await page.getByRole('button', { name: /confirm/i }).click()
  await typeIn(page.getByRole('textbox'), '00000')
  await page.getByRole('button', { name: /confirm/i }).click()

  await page.waitForURL(/\/demo\/return/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you, it is paid')
})

// In small: what is wrong is said beside its field, a declined card is explained, and another one pays
longTest('a declined card is explained, and another one pays', async () => {
  const page = await goToPay()
  await typeCard(page, { number: '4000020000001008' })
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await page
    .getByRole('alert')
    .or(page.getByRole('heading', { name: /not/i }))
    .first()
    .waitFor()

  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()

  await page.waitForURL(/\/demo\/return/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you, it is paid')
})

test('a shopper who cancels is back in the store, which is of another origin', async () => {
  await using store = await openReceiver()
  const { site, privateKey } = live.server.shop!
  const form = checkoutForm({
    checkoutUrl: `${live.server.publicUrl}/`,
    privateKey: privateKey.reveal(),
    request: {
      siteId: site.id,
      order: { orderId: 'cancelled-1', type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Bread' },
      backUrl: store.url,
    },
  })
  const page = await live.browser.newPage()
  await page.setContent(form)
  await page.getByRole('button').click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()

  await page.waitForURL(store.url)
  expect(store.requests).toMatchObject([
    { method: 'GET', path: new URL(store.url).pathname + new URL(store.url).search },
  ])
})
