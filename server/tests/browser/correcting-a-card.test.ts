import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../src/acquiring/checkout/pages/render-page.ts'
import type { PayPage } from '../../src/acquiring/checkout/pages/view.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { expiries } from '../world/expiries.ts'
import { byLength } from '../world/length.ts'
import { layoutOf, plainPayPage } from '../world/page-gallery.ts'
import { servePages } from '../world/page-server.ts'
import { pasteIn, typeIn } from '../world/typing.ts'

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

async function openPayPage({ changes = {}, ...options }: BrowserContextOptions & { changes?: Partial<PayPage> } = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(pages.show('/pay/0f9d', renderPage({ ...plainPayPage, ...changes }, layoutOf('en'))))
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

test('nothing is said of a field before it was left with something in it, and what is corrected is right at once', async () => {
  await using window = await openPayPage()
  const { page } = window
  const wrong = () => page.locator('.field.wrong').count()
  await page.locator('#cardNumber').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await wrong()).toBe(0)
  await typeIn(page.locator('#cardNumber'), '411111111111111')
  expect(await wrong()).toBe(0)
  await page.keyboard.press('Tab')
  expect(await page.locator('#cardNumber-error').textContent()).toContain('right length')
  await page.locator('#cardNumber').press('End')
  await page.keyboard.type('1')
  expect(await wrong()).toBe(0)
})

test('an expiry is typed key by key, or pasted, in every way in which people write it', async () => {
  await using window = await openPayPage()
  const expiry = window.page.locator('#cardExpiry')
  const isRefused = async () => {
    await expiry.blur()
    return (await window.page.locator('.field.wrong').count()) > 0
  }
  const rows = byLength({ long: expiries, short: expiries.filter(({ typed }) => mostUsual.has(typed)) })
  const found: unknown[] = []
  for (const { typed } of rows) {
    await typeIn(expiry, typed)
    found.push([typed, await expiry.inputValue(), await isRefused()])
    await pasteIn(expiry, typed)
    found.push([typed, 'pasted', await isRefused()])
  }
  expect(found).toEqual(
    rows.flatMap(({ typed, shown, means }) => [
      [typed, shown, means === undefined],
      [typed, 'pasted', means === undefined],
    ]),
  )
})
const mostUsual = new Set(['12/34', '5/34', '1234', '12 / 34', '2034-12', '13/34'])

test('a wrong digit is corrected where it is, and the caret stays there', async () => {
  await using window = await openPayPage()
  const { keyboard } = window.page
  const shownAfter = async (...keys: string[]) => {
    for (const key of keys) await (/^[A-Z]/.test(key) ? keyboard.press(key) : keyboard.type(key))
    return window.page.evaluate<string>(
      `(({ value, selectionStart }) => value.slice(0, selectionStart) + '|' + value.slice(selectionStart))(document.activeElement)`,
    )
  }
  await window.page.locator('#cardExpiry').focus()
  expect(await shownAfter('12/34', 'ArrowLeft', 'ArrowLeft', 'Backspace')).toBe('12|34')
  expect(await shownAfter('/', '/')).toBe('12/|34')
  expect(await shownAfter('Home', 'Delete', '0')).toBe('0|2/34')
  expect(await shownAfter('End', 'Backspace', 'Backspace', 'Backspace', 'Backspace')).toBe('0|')
  expect(await shownAfter('5', '-')).toBe('05/|')
  expect(await shownAfter('Backspace', 'Backspace', 'Backspace', '12')).toBe('12/|')

  await window.page.locator('#cardNumber').focus()
  expect(await shownAfter('4111111', 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight')).toBe('411|1 111')
  expect(await shownAfter('ArrowRight', 'Delete', 'Delete')).toBe('4111 |11')
  expect(await shownAfter('Backspace', 'Backspace')).toBe('411|1 1')
})

test('the hint at the code is of four digits once the number is that of an American Express', async () => {
  await using window = await openPayPage()
  const hint = window.page.locator('#cardCvv-hint')
  expect(await hint.textContent()).toBe('3 digits on the back')
  await typeIn(window.page.locator('#cardNumber'), '3782 822463')
  expect(await hint.textContent()).toBe('4 digits on the front')
  await typeIn(window.page.locator('#cardNumber'), '4111')
  expect(await hint.textContent()).toBe('3 digits on the back')
})

const telephone = { viewport: { width: 360, height: 740 } }

test('on a telephone the order is folded above the form, and opens; on a wide screen it is beside it', async () => {
  await using small = await openPayPage(telephone)
  const line = small.page.getByText('Cozonac cu nucă')
  expect(await line.isVisible()).toBe(false)
  expect(
    await small.page.evaluate(`document.querySelector('#cardNumber').getBoundingClientRect().bottom < innerHeight`),
  ).toBe(true)
  await small.page.locator('details.of-order > summary').click()
  expect(await line.isVisible()).toBe(true)
  await small.page.setViewportSize({ width: 1280, height: 740 })
  expect([await line.isVisible(), await small.page.locator('details.of-order > summary').isVisible()]).toEqual([
    true,
    false,
  ])
})

test.each([true, false])(
  'on a telephone a decline is in sight when the page opens (with script: %s)',
  async (javaScriptEnabled) => {
    const changes = { decline: { reason: 'insufficient_funds', attemptsLeft: 2 } } as const
    await using window = await openPayPage({ ...telephone, javaScriptEnabled, changes })
    await expect
      .poll(() =>
        window.page.evaluate(
          `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('#notice').getBoundingClientRect())`,
        ),
      )
      .toBe(true)
  },
)
