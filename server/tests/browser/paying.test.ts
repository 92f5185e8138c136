import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../src/acquiring/checkout/pages/render-page.ts'
import type { PayPage } from '../../src/acquiring/checkout/pages/view.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { longTest } from '../world/length.ts'
import { layoutOf, plainPayPage } from '../world/page-gallery.ts'
import { servePages } from '../world/page-server.ts'
import { typeIn } from '../world/typing.ts'

let browser: Windows
let pages: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  pages = await servePages()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await pages[Symbol.asyncDispose]()
})
beforeEach(() => {
  pages.sent.length = 0
})

async function openPayPage({ changes = {}, ...options }: BrowserContextOptions & { changes?: Partial<PayPage> } = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(pages.show('/pay/0f9d', renderPage({ ...plainPayPage, ...changes }, layoutOf('en'))))
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

const savedCards = [
  { id: '31', brand: 'visa', lastFour: '1111', expiryMonth: 12, expiryYear: 2030, expired: false },
  { id: '32', brand: 'mastercard', lastFour: '4444', expiryMonth: 3, expiryYear: 2026, expired: true },
] as const

const focused = (page: Page) =>
  page.evaluate<string>(`(({ id, name, textContent }) => id || name || textContent.trim())(document.activeElement)`)

async function tabThrough(page: Page, stops: number): Promise<string[]> {
  const order: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    order.push(await focused(page))
  }
  return order
}

/** Types a card with the keyboard alone, from a fresh page, and stays in the last field. */
async function typeCard(page: Page, { number = '4111111111111111', expiry = '1230', code = '123' } = {}) {
  await page.keyboard.press('Tab')
  for (const text of [number, expiry, code]) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

/** The form has been sent and the answer to it is there. */
const received = (page: Page) => page.locator('#received').waitFor()

test('the keyboard goes through the page in the order in which it is read', async () => {
  await using window = await openPayPage()
  expect(await tabThrough(window.page, 8)).toEqual([
    'Language: English',
    'cardNumber',
    'cardExpiry',
    'cardCvv',
    'cardHolderName',
    'saveCard',
    'Pay €35.00',
    'Cancel and go back',
  ])
})

// In small: the keyboard goes through the page in the order in which it is read
longTest('with saved cards the keyboard comes to the choice, then to the button', async () => {
  await using window = await openPayPage({ changes: { savedCards } })
  expect(await tabThrough(window.page, 4)).toEqual(['Language: English', 'card', 'Pay €35.00', 'Cancel and go back'])
})

test('a shopper pays with the keyboard alone, and the bank learns about their browser', async () => {
  await using window = await openPayPage({ timezoneId: 'Europe/Bucharest', viewport: { width: 1000, height: 600 } })
  await typeCard(window.page)
  await window.page.keyboard.press('Enter')
  await received(window.page)
  expect(pages.sent).toEqual([
    {
      method: 'POST',
      path: '/pay/0f9d',
      fields: {
        card: 'new',
        cardNumber: '4111 1111 1111 1111',
        cardExpiry: '12/30',
        cardCvv: '123',
        cardHolderName: '',
        attempt: 'a1b2c3',
        browserJavaScript: 'true',
        browserScreenWidth: '1000',
        browserScreenHeight: '600',
        browserColorDepth: '24',
        browserTimeZone: expect.stringMatching(/^-(120|180)$/),
        browserJavaEnabled: 'false',
        puzzle: 'mv0x1.seal',
        proof: expect.stringMatching(/^\d+\.[\da-z]+$/),
      },
    },
  ])
})

test('a required field that the site asks is missed before the form is sent, so that the card is typed once', async () => {
  const customerFields = [{ name: 'phone', required: true, value: undefined, label: { en: 'Your mobile' } }] as const
  await using window = await openPayPage({ changes: { customerFields } })
  const { page } = window
  await typeIn(page.locator('#cardNumber'), '4111111111111111')
  await typeIn(page.locator('#cardExpiry'), '12/30')
  await typeIn(page.locator('#cardCvv'), '123')
  await page.keyboard.press('Enter')
  await page.getByText('Please fill in this field.').waitFor()
  expect([await focused(page), pages.sent]).toEqual(['phone', []])
  await page.keyboard.type('0721000000')
  await page.keyboard.press('Enter')
  await received(page)
  expect(pages.sent[0]?.fields).toMatchObject({ phone: '0721000000', cardCvv: '123' })
})

test('a shopper pays without script', async () => {
  await using window = await openPayPage({ javaScriptEnabled: false })
  await typeCard(window.page, { expiry: '12/30' })
  await window.page.keyboard.press('Enter')
  await received(window.page)
  expect(pages.sent[0]?.fields).toMatchObject({ card: 'new', cardNumber: '4111111111111111', browserJavaScript: '' })
})

test.each([true, false])(
  'the fields of a new card are there once it is chosen (with script: %s)',
  async (javaScriptEnabled) => {
    await using window = await openPayPage({ javaScriptEnabled, changes: { savedCards } })
    const { page } = window
    expect(await page.locator('#cardNumber').isVisible()).toBe(false)
    await page.getByLabel('Another card').check()
    expect(await page.locator('#cardNumber').isVisible()).toBe(true)
    expect(await page.getByLabel('Mastercard ending in 4444').isDisabled()).toBe(true)
  },
)

// In small: a shopper pays with the keyboard alone, and the bank learns about their browser
longTest('a saved card is paid with in two keys', async () => {
  await using window = await openPayPage({ changes: { savedCards } })
  await tabThrough(window.page, 3)
  await window.page.keyboard.press('Enter')
  await received(window.page)
  expect(pages.sent[0]?.fields).toMatchObject({ card: '31', cardNumber: '' })
})

test('pressing twice pays once', async () => {
  await using window = await openPayPage()
  const { page } = window
  using hold = pages.hold()
  await typeCard(page)
  await Promise.all([page.waitForRequest('**/pay/0f9d'), page.keyboard.press('Enter')])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  hold.release()
  await received(page)
  expect(pages.sent).toHaveLength(1)
})

// In small: pressing twice pays once
longTest('a shopper who returns to the page finds the button as it was', async () => {
  await using window = await openPayPage()
  const { page } = window
  // No content leaves the browser on the page, as the back button brings it back to it.
  await page.route('**/pay/0f9d', (route) => route.fulfill({ status: 204 }))
  const button = () => page.evaluate(`document.querySelector('button[data-busy]').textContent`)
  await typeCard(page)
  await Promise.all([page.waitForResponse('**/pay/0f9d'), page.keyboard.press('Enter')])
  expect(await button()).toBe('One moment…')
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  expect(await button()).toBe('Pay €35.00')
  await Promise.all([page.waitForResponse('**/pay/0f9d'), page.keyboard.press('Enter')])
})

test('the store receives a cancellation by a form of its own', async () => {
  await using window = await openPayPage()
  await window.page.getByText('Cancel and go back').click()
  await received(window.page)
  expect(pages.sent).toEqual([{ method: 'POST', path: '/pay/0f9d/cancel', fields: { attempt: 'a1b2c3' } }])
})

// In small: nothing is said of a field before it was left with something in it, and what is corrected is right at once
longTest('the number is grouped while it is typed, the scheme is named, and the caret stays where it was', async () => {
  await using window = await openPayPage()
  const { page } = window
  const number = page.locator('#cardNumber')
  await typeIn(number, '378282246310005')
  expect(await number.inputValue()).toBe('3782 822463 10005')
  expect(await page.locator('.scheme').textContent()).toBe('American Express')
  await typeIn(number, '41111111')
  for (let step = 0; step < 5; step++) await number.press('ArrowLeft')
  await number.press('2')
  await number.press('3')
  expect(await number.inputValue()).toBe('4111 2311 11')
  await number.press('Backspace')
  expect(await number.inputValue()).toBe('4111 2111 1')
  expect(await page.evaluate('document.activeElement.selectionStart')).toBe(6)
})

// In small: nothing is said of a field before it was left with something in it, and what is corrected is right at once
longTest('a mistake is shown at once at its field, and nothing is sent', async () => {
  await using window = await openPayPage()
  const { page } = window
  await typeCard(page, { number: '4111111111111112', code: '12' })
  await page.keyboard.press('Enter')
  expect(await page.locator('#cardNumber-error').textContent()).toBe('A digit of the card number seems to be wrong.')
  expect(await page.locator('#cardCvv-error').textContent()).toContain('The security code has 3 digits.')
  expect(await focused(page)).toBe('cardNumber')
  expect(await page.locator('#cardNumber').getAttribute('aria-invalid')).toBe('true')
  expect(pages.sent).toEqual([])

  await typeIn(page.locator('#cardNumber'), '4111111111111111')
  await typeIn(page.locator('#cardCvv'), '123')
  await page.keyboard.press('Enter')
  await received(page)
  expect(pages.sent[0]?.fields).toMatchObject({ cardNumber: '4111 1111 1111 1111', cardCvv: '123' })
})

test.each([true, false])(
  'what went wrong has the focus when the page opens (with script: %s)',
  async (javaScriptEnabled) => {
    await using window = await openPayPage({
      javaScriptEnabled,
      changes: { errors: [{ field: 'cardCvv', problem: 'code_missing' }] },
    })
    // The browser gives the focus a moment after the page is there.
    await expect.poll(() => focused(window.page)).toBe('notice')
    await window.page.keyboard.press('Tab')
    await window.page.keyboard.press('Enter')
    await expect.poll(() => focused(window.page)).toBe('cardCvv')
  },
)

test('on a passing page the script sends on by itself, and without script a button does', async () => {
  const url = `${pages.at}/store?key=1`
  const redirect = renderPage(
    { kind: 'return', url, fields: { opensslResult: 'a+/=', result: 'a+/=' } },
    layoutOf('en'),
  )
  const address = pages.show('/return', redirect)
  await using context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  await received(page)
  await using bareContext = await browser.newContext({ javaScriptEnabled: false })
  const bare = await bareContext.newPage()
  await bare.goto(address)
  expect(pages.sent).toHaveLength(1)
  await bare.getByRole('button').click()
  await received(bare)
  expect(pages.sent).toEqual(
    Array(2).fill({
      method: 'POST',
      path: '/store?key=1',
      fields: { opensslResult: 'a+/=', result: 'a+/=', key: '1' },
    }),
  )
})

// In small: the keyboard goes through the page in the order in which it is read
longTest('the language menu opens and closes by keyboard, and leads to this page in another language', async () => {
  await using window = await openPayPage()
  const { page } = window
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.getByText('Română').isVisible()).toBe(true)
  expect(await page.getByText('Română').getAttribute('href')).toBe('/pay/0f9d?lang=ro')
  await page.keyboard.press('Escape')
  expect(await page.getByText('Română').isVisible()).toBe(false)
})
