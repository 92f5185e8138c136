import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeCard } from '../world/card-form.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { typeIn } from '../world/typing.ts'

let live: LiveServer

beforeAll(async () => {
  live = await openLiveServer()
  const by = { actor: 'operator', fromWhere: 'test' }
  const siteId = live.server.shop!.site.id
  await live.server.app.directory.changeSite({ by, siteId, changes: { underAttack: true } })
})

afterAll(() => live?.close())

/** The demo store's bread, up to the card form. */
async function goToPay({ script }: { script: boolean }): Promise<Page> {
  const context = await live.browser.newContext({ javaScriptEnabled: script, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${live.server.publicUrl}/demo`)
  await page.getByRole('button', { name: 'Go to the payment page' }).click()
  if (!script) await page.getByRole('button').click()
  await page.waitForURL(/\/checkout\//)
  return page
}

test('with script a shopper of a site under attack notices no puzzle, also when they are faster than it', async () => {
  const page = await goToPay({ script: true })
  const violations: string[] = []
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await page.getByRole('heading', { name: 'Is this payment yours?' }).waitFor()
  await typeIn(page.getByLabel('Code'), '00000')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await page.waitForURL(/\/demo\/return/)
  await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor()
  expect(violations).toEqual([])
})

test('without script they wait, and a plain button leads back to the form', async () => {
  const page = await goToPay({ script: false })
  await typeCard(page)
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await page.getByRole('heading', { name: 'One moment, please' }).waitFor()
  await page.getByText('15 seconds').waitFor()
  await page.getByRole('link', { name: 'Go on' }).click()
  expect(await page.getByLabel('Card number').inputValue()).toBe('')
})
