import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { sampled } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'

let live: LiveServer

beforeAll(async () => {
  live = await openLiveServer()
})

afterAll(() => live?.close())

const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
  const headers = { authorization: `Bearer ${live.server.shop!.privateKey.reveal()}` }
  const body = new URLSearchParams(fields)
  const reply = await fetch(`${live.server.publicUrl}${path}`, { method: 'POST', headers, body })
  return ((await reply.json()) as { data: Record<string, unknown> }).data
}

/** A customer of the shop who has subscribed, and the link their merchant sends them. */
async function subscribe(identifier: string): Promise<string> {
  const { id } = await post('/customer', { identifier, email: 'ana@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
  const terms = { orderType: 'recurring', amount: '9.90', currency: 'EUR', intervalType: 'month', intervalValue: '1' }
  const order = await post('/order', { customerId: String(id), ...terms, ...card, description: 'Bread' })
  return String((await post(`/order-self-service/${order.orderId}`)).url)
}

/** Presses Tab until the focus is here. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 30; stops++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<string>(
      `(({ name, textContent }) => name || textContent.trim())(document.activeElement)`,
    )
    if (at === name) return
  }
  throw new Error(`the keyboard does not come to ${name}`)
}

test.each(sampled([true, false], 1))(
  'with the keyboard alone a shopper changes the card and then cancels (with script: %s)',
  async (javaScriptEnabled) => {
    const url = await subscribe(`ana-${javaScriptEnabled}`)
    await using context = await live.browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(url)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Bread')
    if (javaScriptEnabled) expect(await findingsOn(page)).toEqual([])

    await tabTo(page, 'Change the card')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/card$/)
    for (const [field, text] of [
      ['cardNumber', '4000001111111118'],
      ['cardExpiry', '1234'],
      ['cardCvv', '123'],
    ] as const) {
      await tabTo(page, field)
      await page.keyboard.type(text)
    }
    if (javaScriptEnabled) expect(await findingsOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your card has been changed' }).waitFor()
    await expect.poll(() => page.evaluate(`document.activeElement.id`)).toBe('notice')

    await page.goBack()
    await page.getByRole('button', { name: 'Use this card' }).waitFor()
    expect(await page.locator('input[name="attempt"]').inputValue()).toBe('2')
    await page.goto(url)
    await tabTo(page, 'Cancel the subscription')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Cancel the subscription?' }).waitFor()
    if (javaScriptEnabled) expect(await findingsOn(page)).toEqual([])
    await tabTo(page, 'when')
    await tabTo(page, 'Cancel the subscription')
    await page.keyboard.press('Enter')
    await page.getByText('Until then you can use it.').waitFor()
    if (javaScriptEnabled) expect(await findingsOn(page)).toEqual([])
    await tabTo(page, 'Keep the subscription')
    await page.keyboard.press('Enter')
    await page.getByText('The next payment is').waitFor()
    await page.goto(`${url}/cancel`)
    await tabTo(page, 'when')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Cancel the subscription')
    await page.keyboard.press('Enter')
    await page.getByText('You have cancelled the subscription.').waitFor()
    await page.goBack()
    await page.getByText('You have cancelled the subscription.').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  },
)
