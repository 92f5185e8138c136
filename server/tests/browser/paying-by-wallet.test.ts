import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { typeCard } from '../world/card-form.ts'
import { longTest, sampled } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { typeIn } from '../world/typing.ts'

let live: LiveServer

beforeAll(async () => {
  live = await openLiveServer()
})

afterAll(() => live?.close())

/** A visitor of the demo store on its payment page. `before` runs in the browser before any script of ours. */
async function goToPay({ pieces = '1', script = true, before = '' } = {}) {
  const context = await live.browser.newContext({ javaScriptEnabled: script, locale: 'en-GB' })
  if (before) await context.addInitScript({ content: before })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${live.server.publicUrl}/demo`)
  await typeIn(page.getByLabel('Pieces').first(), pieces)
  await page.getByRole('button', { name: 'Go to the payment page' }).click()
  if (!script) await page.getByRole('button').click()
  await page.waitForURL(/\/checkout\//)
  return { page, complaints }
}

const picture = async (page: Page, name: string) => {
  if (process.env.WALLET_PICTURES)
    await page.screenshot({ path: `${process.env.WALLET_PICTURES}/${name}.png`, fullPage: true })
}

const isPaid = async (page: Page) => {
  await page.waitForURL(/\/demo\/return/)
  await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor()
}

test.each(
  sampled(
    [
      ['Apple Pay', 'Visa ··1004'],
      ['Google Pay', 'Mastercard ··1009'],
    ],
    1,
  ),
)('a shopper pays with %s: no card is typed, and nothing is loaded from elsewhere', async (wallet, card) => {
  const { page, complaints } = await goToPay()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(live.server.publicUrl) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  await page.getByRole('button', { name: `Pay with ${wallet}` }).waitFor()
  expect(await findingsOn(page)).toEqual([])
  await picture(page, `page-${wallet}`)
  await page.getByRole('button', { name: `Pay with ${wallet}` }).click()
  await page.getByRole('dialog', { name: `${wallet} (test wallet)` }).waitFor()
  await picture(page, `sheet-${wallet}`)
  await page.getByRole('button', { name: card }).click()
  await isPaid(page)
  await picture(page, `paid-${wallet}`)
  expect([...complaints, ...elsewhere]).toEqual([])
})

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest('a declined wallet leads back to the page, where a second try goes through', async () => {
  const { page } = await goToPay()
  await page.getByRole('button', { name: 'Pay with Apple Pay' }).click()
  await page.getByRole('button', { name: 'Visa ··2002' }).click()
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await picture(page, 'declined')
  await page.getByRole('button', { name: 'Pay with Apple Pay' }).click()
  await page.getByRole('button', { name: 'Visa ··1004' }).click()
  await isPaid(page)
})

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest('with a printed number of Google Pay the bank asks, as it does of a typed card', async () => {
  const { page } = await goToPay({ pieces: '9' })
  await page.getByRole('button', { name: 'Pay with Google Pay' }).click()
  await page.getByRole('button', { name: 'Visa ··1111' }).click()
  await page.waitForURL(/\/sandbox\//)
  await typeIn(page.getByLabel(/code/i), '00000')
  await page
    .getByRole('button', { name: /confirm|continue|approve/i })
    .first()
    .click()
  await isPaid(page)
})

test('who closes the sheet is on the same page, and can pay by card', async () => {
  const { page } = await goToPay()
  await page.getByRole('button', { name: 'Pay with Google Pay' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await isPaid(page)
})

test('a browser without wallets, or without script, shows the card form alone', async () => {
  const neither = `Object.defineProperty(window, 'ApplePaySession', { get: () => undefined, set() {} });
    Object.defineProperty(window, 'PaymentRequest', { get: () => undefined, set() {} })`
  for (const options of [{ before: neither }, { script: false }]) {
    const { page } = await goToPay(options)
    await page.getByLabel('Card number').waitFor()
    expect(await page.getByRole('button', { name: /^Pay with/ }).count()).toBe(0)
    expect(await page.getByText('or pay by card').isVisible()).toBe(false)
  }
})
