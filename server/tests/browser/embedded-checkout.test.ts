import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../src/database/server-process.ts'
import { read } from '../tidy/repository.ts'
import { findingsOn } from '../world/accessibility.ts'
import { by } from '../world/author.ts'
import { bankIn, press, typeCard } from '../world/card-form.ts'
import { longTest } from '../world/length.ts'
import type { LiveServer } from '../world/live-server.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openForm, openStorePage, reportedTo, type StorePage } from '../world/store-page.ts'
import { typeIn } from '../world/typing.ts'
import { lastReported, reported, withStorePage } from '../world/watched-store.ts'

let live: LiveServer
let store: StorePage
withStorePage((opened) => {
  live = opened.live
  store = opened.store
})

async function visit(options: BrowserContextOptions = {}) {
  const context = await live.browser.newContext({ locale: 'en-GB', ...options })
  return context.newPage()
}

/** What a store's page gives to `updateOrder`. */
const signed = (order: object) => {
  const { jsonRequest, checksum } = store.signed({ order })
  return JSON.stringify({ orderPayload: jsonRequest, orderChecksum: checksum })
}

test('a shopper pays on the page of the store, which learns it and has its server read the result', async () => {
  const page = await visit()
  const form = await openForm(page, store, { order: { orderId: 'plain' } })
  await reported(page, 'onReady')
  expect(await findingsOn(page)).toEqual([])
  await typeCard(form)
  await expect
    .poll(() => lastReported(page, 'onValidation'))
    .toEqual({ value: { isValid: true, errors: [], brand: 'Visa' } })
  await press(form)
  const paid = (await reported(page, 'onPaymentComplete')) as { result: string }
  expect(paid).toMatchObject({ externalOrderId: 'plain', transactionStatus: 'complete-ok', amount: '9.90' })
  expect(store.read(paid.result)).toMatchObject({ externalOrderId: 'plain', transactionStatus: 'complete-ok' })
  expect((await reportedTo(page)).filter(([name]) => name === 'onPaymentProcessing').map(([, is]) => is)).toEqual([
    true,
    false,
  ])
  expect(JSON.stringify(await reportedTo(page))).not.toContain('4111111111111111')
})

test('what is wrong is said beside its field, a declined card is explained, and another one pays', async () => {
  const page = await visit()
  const form = await openForm(page, store)
  await press(form)
  await form.getByText('Please type the card number').waitFor()
  await typeCard(form, { number: '4000020000001008' })
  await press(form)
  expect(await reported(page, 'onPaymentDeclined')).toMatchObject({ reason: 'card_lost_or_stolen', attemptsLeft: 2 })
  await form.getByRole('heading', { name: /not/i }).first().waitFor()
  await typeCard(form)
  await press(form)
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ transactionStatus: 'complete-ok' })
})

test('over 25.00 the bank asks in a frame within the frame, and the store gets the result', async () => {
  const page = await visit()
  const form = await openForm(page, store, { order: { amount: '30.00' } })
  await typeCard(form)
  await press(form)
  await typeIn(bankIn(form).getByRole('textbox'), '00000')
  // The bank's page knows nothing of the pages around it.
  expect((await findingsOn(page)).filter((found) => !found.startsWith('landmark-unique'))).toEqual([])
  await bankIn(form)
    .getByRole('button', { name: /confirm/i })
    .click()
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ transactionStatus: 'complete-ok', amount: '30.00' })
  expect(page.url()).toBe(`${store.origin}/pay`)
})

// In small: over 25.00 the bank asks in a frame within the frame, and the store gets the result
longTest(
  'a bank that forbids frames has the whole window, and then the browser brings the result to the store',
  async () => {
    const page = await visit()
    const form = await openForm(page, store)
    await typeCard(form, { number: '4000040000003002' })
    await press(form)
    await page.waitForURL(/\/sandbox\/bank/)
    await typeIn(page.getByRole('textbox'), '00000')
    await page.getByRole('button', { name: /confirm/i }).click()
    await page.waitForURL(`${store.origin}/back?key=1`)
    expect(store.visited.at(-1)).toMatchObject({ method: 'POST', body: expect.stringContaining('opensslResult=') })
  },
)

test('a stored card is paid with, and one that is removed is gone', async () => {
  const customer = { identifier: 'bea', email: 'bea@example.com' }
  const page = await visit()
  const first = await openForm(page, store, { request: { customer, saveCard: true } })
  await typeCard(first)
  await press(first)
  await reported(page, 'onPaymentComplete')

  const again = await openForm(page, store, { request: { customer, saveCard: true } })
  await again.getByLabel('Visa ending in 1111').waitFor()
  await press(again)
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ cardNumber: '411111******1111' })

  const last = await openForm(page, store, { request: { customer } })
  await last.getByText('Remove a saved card').click()
  await last.getByRole('button', { name: 'Remove' }).click()
  await last.getByLabel('Card number').waitFor()
  expect(await last.getByLabel('Visa ending in 1111').count()).toBe(0)
})

test('the form has the looks and the language of the store, and nothing else of its styles', async () => {
  const page = await visit()
  const variables = {
    colorPrimary: '#ffd400',
    colorText: '#20304a',
    borderRadius: '0px',
    colorBackground: 'url(https://evil.example/x)',
    '--ink': 'red',
  }
  const rules = { '.xmoney-input:hover': { borderColor: '#ff0000' }, 'body, .x{}': { color: 'red' } }
  const options = { locale: 'ro-RO', appearance: { theme: 'custom', variables, rules } }
  const form = await openForm(page, store, { config: { options } })
  const button = form.getByRole('button', { name: /^Plăt/ })
  await button.waitFor()
  const looks = (script: string) => button.evaluate(new Function('element', `return ${script}`) as () => string)
  expect(await looks('getComputedStyle(element).backgroundColor')).toBe('rgb(255, 212, 0)')
  expect(await looks('getComputedStyle(element).color')).toBe('rgb(0, 0, 0)')
  expect(await looks('getComputedStyle(element).borderRadius')).toBe('0px')
  expect(await looks("getComputedStyle(document.documentElement).getPropertyValue('--paper')")).toBe('#ffffff')
  expect(await looks("getComputedStyle(document.documentElement).getPropertyValue('--ink')")).toBe('#20304a')
  await page.evaluate(`form.updateLocale('el-GR'); form.updateAppearance({ theme: 'dark' })`)
  await form.getByLabel('Αριθμός κάρτας').waitFor()
})

test('on a telephone nothing is cut off, and the bank has the whole screen', async () => {
  const page = await visit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  const form = await openForm(page, store, { order: { amount: '30.00' } })
  await reported(page, 'onReady')
  const fits = `document.documentElement.scrollWidth <= innerWidth`
  expect(await page.evaluate(fits)).toBe(true)
  expect(await form.locator('body').evaluate(new Function(`return ${fits}`) as never)).toBe(true)
  await typeCard(form)
  await press(form)
  await bankIn(form).getByRole('textbox').waitFor()
  const box = await page.locator('#payment-form iframe').boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
})

test('another amount is another order: the form shows it with what was typed, and the first one is closed', async () => {
  const page = await visit()
  const form = await openForm(page, store, { order: { orderId: 'basket-1' } })
  await reported(page, 'onReady')
  await typeCard(form)
  await form.getByLabel('Security code').press('Home')
  await page.evaluate(`form.updateOrder(${signed({ orderId: 'basket-2', amount: '12.00' })})`)
  await form.getByRole('button', { name: 'Pay €12.00' }).waitFor()
  expect(await page.locator('#payment-form iframe').count()).toBe(1)
  expect(await form.getByLabel('Card number').inputValue()).toBe('4111 1111 1111 1111')
  await page.keyboard.type('9')
  expect(await form.getByLabel('Security code').inputValue()).toBe('9123')
  await typeIn(form.getByLabel('Security code'), '123')

  await page.evaluate(`form.updateLocale('de-DE')`)
  await form.getByRole('button', { name: /12,00/ }).waitFor()
  expect(await form.getByLabel('Kartennummer').inputValue()).toBe('4111 1111 1111 1111')

  // A shopper who presses at once pays the last one, never an amount before.
  await page.evaluate(`form.updateOrder(${signed({ orderId: 'basket-3', amount: '13.00' })})
    form.updateOrder(${signed({ orderId: 'basket-4', amount: '14.00' })})
    form.submit()`)
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ externalOrderId: 'basket-4', amount: '14.00' })
  for (const before of ['basket-1', 'basket-2'])
    expect((await store.orderNamed(before)).orderStatus).toBe('complete-failed')
})

// In small: another amount is another order: the form shows it with what was typed, and the first one is closed
longTest('in a component of the store, too, what was typed goes from one form to the other', async () => {
  const page = await visit()
  const form = await openForm(page, store, { shadow: true })
  await reported(page, 'onReady')
  await typeCard(form)
  await page.evaluate(`form.updateOrder(${signed({ orderId: 'shadow-2', amount: '12.00' })}); form.submit()`)
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ externalOrderId: 'shadow-2', amount: '12.00' })
})

// In small: another amount is another order: the form shows it with what was typed, and the first one is closed
longTest(
  'an order that is refused leaves the one before, which is paid by a new press and not by one that was for the other',
  async () => {
    const page = await visit()
    const form = await openForm(page, store, { order: { orderId: 'kept' } })
    await reported(page, 'onReady')
    await typeCard(form)
    const { orderPayload } = JSON.parse(signed({ orderId: 'forged', amount: '1.00' }))
    const forged = JSON.stringify({ orderPayload, orderChecksum: 'forged' })
    await page.evaluate(`form.updateOrder(${forged}); form.submit()`)
    expect(await reported(page, 'onError')).toMatchObject({ code: expect.stringMatching(/./) })
    expect(await page.evaluate('form.validate()')).toMatchObject({ isValid: true })
    expect((await store.orderNamed('kept')).orderStatus).toBe('start')
    await press(form)
    expect(await reported(page, 'onPaymentComplete')).toMatchObject({ externalOrderId: 'kept', amount: '9.90' })
  },
)

test('without a connection nothing is sent; one that is lost meanwhile is explained, and the outcome is shown after it', async () => {
  const page = await visit()
  const form = await openForm(page, store)
  await typeCard(form)
  await page.context().setOffline(true)
  await press(form)
  await form.getByRole('alert').getByText('You are not connected to the internet.').waitFor()
  expect(await form.getByLabel('Card number').inputValue()).toBe('4111 1111 1111 1111')
  await page.context().setOffline(false)

  await page.clock.install()
  // The card arrives and the reply does not.
  await page.route('**/embedded/*/pay*', async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  await Promise.all([page.waitForEvent('requestfailed'), press(form)])
  await page.clock.fastForward('00:10')
  await page.getByText('We are finding out whether your payment went through.').waitFor()
  await page.clock.fastForward('00:05')
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ transactionStatus: 'complete-ok' })
})

test('a page that the site does not name shows no form, and its developer reads why', async () => {
  const page = await visit()
  await page.clock.install()
  await using stranger = await openStorePage(live, { allowed: false })
  await openForm(page, stranger)
  await page.clock.fastForward('00:10')
  expect(await reported(page, 'onError')).toMatchObject({
    code: 'frame_not_available',
    message: expect.stringContaining(stranger.origin),
  })
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})

// In small: the payment form in a frame and the calls of apps show what is recorded
longTest('the store of the guide is copied, runs, and takes a payment', async () => {
  const folder = await scratchFolder('florin-store-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const [, sample] = /```js\n([\s\S]*?)```/.exec(read('docs/merchant-guide/embedded-checkout.md').text)!
  await writeFile(join(folder, 'store.mjs'), sample!)
  const port = await freePort(undefined)
  const origin = `http://localhost:${port}`
  const { app, publicUrl, shop } = live.server
  await app.directory.changeSite({ by, siteId: shop!.site.id, changes: { frameAncestors: [origin] } })
  const env = {
    CHECKOUT_URL: publicUrl,
    SITE_ID: String(shop!.site.id),
    FLORIN_PRIVATE_KEY: `sk_test_${shop!.privateKey.reveal()}`,
    PORT: String(port),
  }
  const program = spawn(process.execPath, [join(folder, 'store.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void program.kill())
  await once(program.stdout, 'data')
  const page = await visit()
  await page.goto(origin)
  await page.getByText('Type your card.').waitFor()
  const form = page.frameLocator('#payment-form iframe')
  await typeCard(form)
  await press(form)
  await page.getByText(/Payment \d+: complete-ok/).waitFor()
})
