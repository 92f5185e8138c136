import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { sampled } from '../world/length.ts'
import type { LiveServer } from '../world/live-server.ts'
import { openForm, reportedTo, type StorePage } from '../world/store-page.ts'
import { reported, withStorePage } from '../world/watched-store.ts'

let live: LiveServer
let store: StorePage
withStorePage((opened) => {
  live = opened.live
  store = opened.store
})

/** A browser on the page of a store. `before` runs in it before any script of ours. */
async function visit({ before = '', ...options }: BrowserContextOptions & { before?: string } = {}) {
  const context = await live.browser.newContext({ locale: 'en-GB', ...options })
  if (before) await context.addInitScript({ content: before })
  return context.newPage()
}

const bothWallets = { applePay: { enabled: true }, googlePay: { enabled: true } }
const walletButton = (form: FrameLocator, wallet = '') => form.getByRole('button', { name: `Pay with ${wallet}` })
const choose = (form: FrameLocator, card: string) => form.getByRole('button', { name: card }).click()

const picture = async (page: Page, name: string) => {
  if (process.env.WALLET_PICTURES)
    await page.screenshot({ path: `${process.env.WALLET_PICTURES}/${name}.png`, fullPage: true })
}

test.each(
  sampled(
    [
      ['googlePay', 'Google Pay', 'Mastercard ··1009'],
      ['applePay', 'Apple Pay', 'Visa ··1004'],
    ],
    1,
  ),
)(
  'a shopper pays on the page of the store with %s, the one wallet that it has switched on',
  async (wallet, name, card) => {
    const page = await visit()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const orderId = `frame-${wallet}`
    const config = { paymentMethods: { [wallet]: { enabled: true } } }
    const form = await openForm(page, store, { order: { orderId }, config })
    await walletButton(form, name).waitFor()
    expect(await walletButton(form).count()).toBe(1)
    expect(await findingsOn(page)).toEqual([])

    const session = wallet === 'applePay' && page.waitForResponse(/apple-pay-session$/)
    await walletButton(form, name).click()
    // Safari shows its sheet for the page in the address bar alone, which is the store's.
    const { hostname } = new URL(store.origin)
    if (session) expect(await (await session).json()).toMatchObject({ session: { domainName: hostname } })
    await form.getByRole('dialog', { name: `${name} (test wallet)` }).waitFor()
    await picture(page, `sheet-${wallet}`)
    await choose(form, card)

    const paid = (await reported(page, 'onPaymentComplete')) as { result: string }
    expect(paid).toMatchObject({ externalOrderId: orderId, transactionStatus: 'complete-ok', amount: '9.90' })
    expect(store.read(paid.result)).toMatchObject({ externalOrderId: orderId, transactionMethod: 'wallet' })
    const processing = (await reportedTo(page)).filter(([event]) => event === 'onPaymentProcessing')
    expect(processing.map(([, is]) => is)).toEqual([true, false])
    expect(page.url()).toBe(`${store.origin}/pay`)
    expect(complaints).toEqual([])
  },
)

test('a store that has switched no wallet on shows the card alone', async () => {
  const page = await visit()
  const form = await openForm(page, store)
  await reported(page, 'onReady')
  await form.getByLabel('Card number').waitFor()
  expect(await walletButton(form).count()).toBe(0)
  expect(await form.getByText('or pay by card').count()).toBe(0)
})

test('the button of one wallet stands alone; a decline is explained, and another card of the wallet pays', async () => {
  const page = await visit()
  const form = await openForm(page, store, { kind: 'applePay' })
  await walletButton(form, 'Apple Pay').waitFor()
  await picture(page, 'alone')
  expect(await form.getByRole('button').count()).toBe(1)
  for (const label of ['Card number', 'Expiry date', 'Security code', 'Cardholder'])
    expect(await form.getByLabel(label).filter({ visible: true }).count()).toBe(0)

  await walletButton(form, 'Apple Pay').click()
  await choose(form, 'Visa ··2002')
  expect(await reported(page, 'onPaymentDeclined')).toMatchObject({ reason: 'insufficient_funds', attemptsLeft: 2 })
  await form.getByRole('heading', { name: 'The payment did not go through', exact: true }).waitFor()
  await picture(page, 'alone-declined')
  await walletButton(form, 'Apple Pay').click()
  await choose(form, 'Visa ··1004')
  expect(await reported(page, 'onPaymentComplete')).toMatchObject({ transactionStatus: 'complete-ok' })
})

test('where the browser has not the one wallet that was asked for, the developer reads it and nothing is shown', async () => {
  const page = await visit({
    before: `Object.defineProperty(window, 'ApplePaySession', { get: () => undefined, set() {} })`,
  })
  const form = await openForm(page, store, { kind: 'applePay' })
  expect(await reported(page, 'onError')).toMatchObject({ code: 'wallet_not_available' })
  expect(await form.getByRole('main').filter({ visible: true }).count()).toBe(0)
})

test('the buttons can be read in the looks of the store, whatever the browser prefers, and the frame is as high', async () => {
  const page = await visit({ colorScheme: 'dark' })
  const appearance = { theme: 'light', variables: { borderRadius: '0px' } }
  const form = await openForm(page, store, { config: { paymentMethods: bothWallets, options: { appearance } } })
  const button = walletButton(form, 'Google Pay')
  await button.waitFor()
  const styles = (name: string) =>
    button.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  const [black, white] = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']
  expect(await styles('background-color')).toBe(black)
  expect(await styles('border-radius')).toBe('0px')
  await picture(page, 'light')
  await page.evaluate(`form.updateAppearance({ theme: 'auto' })`)
  await expect.poll(() => styles('background-color')).toBe(white)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await styles('background-color')).toBe(black)
  await page.evaluate(`form.updateAppearance({ theme: 'dark' })`)
  await expect.poll(() => styles('background-color')).toBe(white)
  await picture(page, 'dark')
  const isWhole = () => form.locator('body').evaluate((body) => body.getBoundingClientRect().height <= innerHeight)
  await expect.poll(isWhole).toBe(true)
})
