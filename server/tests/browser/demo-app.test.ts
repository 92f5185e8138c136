import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { typeCard } from '../world/card-form.ts'
import { longTest } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { typeIn } from '../world/typing.ts'

let live: LiveServer
beforeAll(async () => {
  live = await openLiveServer()
})
afterAll(() => live?.close())

const at = (path: string): string => `${live.server.publicUrl}${path}`

type Phone = { context: BrowserContext; app: Page; troubles: string[] }

/** A small phone whose owner has just opened an account. */
async function openPhone(options: BrowserContextOptions = {}): Promise<Phone> {
  const context = await live.browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    ...options,
  })
  onTestFinished(() => context.close())
  const app = await context.newPage()
  const troubles: string[] = []
  app.on('console', (message) => troubles.push(message.text()))
  app.on('pageerror', (error) => troubles.push(error.message))
  await app.goto(at('/demo/app'))
  await app.getByRole('button', { name: 'Open an account' }).click()
  await app.getByText('your card is ready').waitFor()
  return { context, app, troubles }
}

type TypedCard = { number: string; expiry: string; code: string }

async function pay(page: Page, card: TypedCard): Promise<void> {
  await typeCard(page, card)
  await page.getByRole('button', { name: /^Pay €/ }).click()
}

/** Arrives at an address. Without script, each page that only passes through has a button. */
async function arrive(page: Page, address: RegExp, { without = false } = {}): Promise<void> {
  while (without && !address.test(page.url())) {
    const before = page.url()
    await page.getByRole('button').first().click()
    await page.waitForURL(({ href }) => href !== before)
  }
  await page.waitForURL(address)
}

/** At the hosted checkout, with a card of another bank that asks for its code. */
async function topUp(app: Page, how: { without?: boolean } = {}): Promise<void> {
  await app.getByRole('link', { name: 'Top up' }).click()
  await app.getByRole('button', { name: 'Continue' }).click()
  await arrive(app, /\/checkout\//, how)
  await pay(app, { number: '4111 1111 1111 1111', expiry: '12/34', code: '123' })
  await arrive(app, /\/sandbox\/bank/, how)
  await typeIn(app.getByRole('textbox'), '00000')
  await app.getByRole('button', { name: /confirm/i }).click()
  await arrive(app, /\/demo\/app\/topups\//, how)
  await app.getByRole('heading', { name: '€100.00 more to spend' }).waitFor()
  await app.getByRole('link', { name: 'Done' }).click()
}

/** Reads the card as its holder does, to type it at a shop. */
async function readCard(app: Page): Promise<TypedCard> {
  await app.getByRole('button', { name: 'Show number' }).click()
  const number = await app.locator('.digits').innerText()
  const expiry = (await app.getByText('Expires').locator('..').innerText()).replace(/[^\d/]/g, '')
  const code = await app.locator('.code').innerText()
  return { number, expiry, code }
}

/** A cake and bread cost more than what passes without a question. */
async function goToPay(
  store: Page,
  { cakes = '1', ...how }: { cakes?: string; without?: boolean } = {},
): Promise<void> {
  await store.goto(at('/demo'))
  await typeIn(store.getByLabel('Pieces').nth(5), cakes)
  await store.getByRole('button', { name: 'Go to the payment page' }).click()
  await arrive(store, /\/checkout\//, how)
}

const fitsInto = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')

test('a visitor opens an account, tops up, buys bread, and approves in the app while the shop waits', async () => {
  const { context, app, troubles } = await openPhone()
  const isInOrder = async () => {
    expect(await findingsOn(app)).toEqual([])
    expect(await fitsInto(app)).toBe(true)
  }
  await isInOrder()
  await topUp(app)
  expect(await app.getByRole('heading', { level: 1 }).innerText()).toContain('€100.00')
  const card = await readCard(app)
  await isInOrder()
  await app.getByRole('link', { name: 'Hide now' }).click()
  expect(await app.locator('main').innerText()).not.toContain(card.number)

  const store = await context.newPage()
  await goToPay(store)
  await pay(store, card)
  await store.getByRole('heading', { name: 'Approve the payment in your app' }).waitFor()

  const question = app.getByRole('dialog')
  await question.getByText('€37.60').waitFor()
  expect(await question.innerText()).toContain('Crumb & Co.')
  await isInOrder()
  await question.getByRole('button', { name: 'Approve' }).click()

  await store.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor()
  const bread = app.getByRole('link', { name: /Crumb & Co\./ }).filter({ hasText: '−€37.60' })
  await bread.getByText('Approved, not booked yet').waitFor()
  expect(await app.getByRole('heading', { level: 1 }).innerText()).toContain('€62.40')
  await bread.click()
  await app.getByText('You were asked to approve it').waitFor()
  await isInOrder()
  expect(troubles).toEqual([])
})

// In small: a shopper pays without script
longTest('without script it goes the same way: the question comes with the next look', async () => {
  const { context, app } = await openPhone({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await topUp(app, { without: true })
  const card = await readCard(app)
  const store = await context.newPage()
  await goToPay(store, { without: true })
  await pay(store, card)
  await arrive(store, /\/3ds\/challenge\//, { without: true })
  await store.getByRole('heading', { name: 'Approve the payment in your app' }).waitFor()

  await app.goto(at('/demo/app'))
  await app.getByRole('button', { name: 'Decline' }).click()

  await app.getByText('Declined. Nothing is paid.').waitFor()
  expect(await app.getByRole('link', { name: /Crumb & Co\./ }).innerText()).toContain('it was not approved in the app')
  await store.getByText('Check now').click()
  await arrive(store, /\/checkout\//, { without: true })
  await store.getByText('The payment did not go through').waitFor()
})

// In small: a card is frozen, unfrozen and closed; what is not possible names what is
longTest('a frozen card pays nowhere, and the next one after it has another number', async () => {
  const { context, app } = await openPhone({ colorScheme: 'dark' })
  await app.getByRole('button', { name: 'Freeze' }).click()
  await app.getByText('Your card is frozen').waitFor()
  expect(await findingsOn(app)).toEqual([])
  const frozen = await readCard(app)
  await app.getByRole('link', { name: 'Hide now' }).click()
  const store = await context.newPage()
  await goToPay(store, { cakes: '0' })
  await pay(store, frozen)
  await store.getByText('The payment did not go through').waitFor()

  const refused = app.getByRole('link', { name: /Crumb & Co\./ })
  await refused.getByText('Declined: your card is frozen').waitFor()
  await app.getByRole('button', { name: 'Unfreeze' }).click()
  await app.getByText('Your card pays again').waitFor()
  await app.getByRole('link', { name: 'Replace' }).click()
  expect(await findingsOn(app)).toEqual([])
  await app.getByLabel('It was stolen').check()
  await app.getByRole('button', { name: 'Get a new card' }).click()
  await app.getByText('You have a new card').waitFor()
  expect((await readCard(app)).number).not.toBe(frozen.number)
})

// In small: goes from the list of coins to the balance, and the partner is notified of each step
longTest('a topup in coins has an address, and is credited after some blocks of the chain of staging', async () => {
  const { context, app } = await openPhone()
  await app.getByRole('link', { name: 'Top up' }).click()
  await app.getByLabel('€50', { exact: true }).check()
  await app.getByLabel(/USDC/).check()
  expect(await findingsOn(app)).toEqual([])
  await app.getByRole('button', { name: 'Continue' }).click()
  await app.getByRole('button', { name: 'Show the address' }).click()
  await app.getByRole('img', { name: /The payment for a wallet/ }).waitFor()
  expect(await findingsOn(app)).toEqual([])
  const [desk] = await Promise.all([
    context.waitForEvent('page'),
    app.getByRole('link', { name: /^Send them/ }).click(),
  ])
  await desk.getByRole('button', { name: 'Send' }).click()
  await desk.getByText('part of the next block').waitFor()
  await desk.getByRole('button', { name: 'Make 12 blocks' }).click()
  await app.getByRole('heading', { name: '€50.00 more to spend' }).waitFor()
})

// In small: a visitor opens an account, tops up, buys bread, and approves in the app while the shop waits
longTest('one browser has several customers, and forgets them all in each of its tabs', async () => {
  const { context, app } = await openPhone()
  await app.getByText('Ada Baker').first().click()
  await app.getByRole('link', { name: 'Open another account' }).click()
  await typeIn(app.getByLabel('Your name'), 'Bo Lee')
  await app.getByRole('button', { name: 'Open an account' }).click()
  await app.getByText('your card is ready').waitFor()
  expect(await app.locator('.menu').innerText()).toContain('Bo Lee')
  await app.getByText('Bo Lee').first().click()
  await app.getByRole('button', { name: 'Continue as Ada Baker' }).click()
  await expect.poll(() => app.locator('.menu').innerText()).toContain('Ada Baker')
  const other = await context.newPage()
  await other.goto(at('/demo/app'))
  await other.getByText('Ada Baker').first().click()
  await other.getByRole('button', { name: 'Start over' }).click()
  await Promise.all([app, other].map((page) => page.getByRole('heading', { name: 'A card in one press' }).waitFor()))
})

test('a webhook that was not signed for the app is refused, and a cookie that was made by others opens nothing', async () => {
  const body = JSON.stringify({ eventType: 'topupStatusChanged', eventId: 'evt_1', customerId: 'cust_1', data: {} })
  const headers = { 'content-type': 'application/json', 'x-money-signature': 'e30.e30.e30' }
  for (const forged of [
    { headers, body },
    { headers: { ...headers, 'content-type': 'text/plain' }, body },
  ])
    expect((await fetch(at('/demo/app/webhooks'), { method: 'POST', ...forged })).ok).toBe(false)
  const customers = Buffer.from(JSON.stringify([{ id: 'cust_1', name: 'Mallory' }])).toString('base64url')
  const page = await fetch(at('/demo/app'), { headers: { cookie: `florin_app=${customers}.${customers}` } })
  expect(await page.text()).toContain('A card in one&nbsp;press')
})

test('what Florin refuses is said in words, with the way back', async () => {
  const { app } = await openPhone()
  await app.goto(at('/demo/app/transactions/0190a0a0-0000-7000-8000-000000000000'))
  expect(await app.getByRole('alert').innerText()).toMatch(/transaction/i)
  await app.getByRole('link', { name: 'Back to your account' }).click()
  await app.getByRole('heading', { name: 'Activity' }).waitFor()
})
