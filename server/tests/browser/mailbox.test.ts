import { expect, onTestFinished, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser } from '../world/browser.ts'
import { mailOf } from '../world/mail.ts'
import { openShop } from '../world/shop.ts'
import { typeIn } from '../world/typing.ts'

test('an email is found, opened and read in a browser, light and dark, without accessibility violations', async () => {
  const shop = await openShop({ themeColor: '#9a3412', senderName: 'Brutăria Florin', language: 'he' })
  await (await shop.sends({ amount: '12.40' })).pays()
  await (await shop.sends({ customer: { identifier: 'bogdan', email: 'bogdan@example.org' } })).pays()
  await shop.world.runUntilIdle()
  const url = await shop.world.http.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))

  await page.goto(`${url}/sandbox`)
  await page.getByRole('main').getByRole('link', { name: 'Mailbox' }).click()
  await typeIn(page.getByLabel('Address of the recipient'), 'bogdan')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.getByRole('link', { name: 'Receipt from Brutăria Florin' }).click()
  const email = page.frameLocator('iframe')
  expect(await email.getByRole('heading', { level: 1 }).textContent()).toBe('Thank you for your payment')
  const styled = await email
    .locator('html')
    .evaluate("getComputedStyle(document.querySelector('.paper')).borderTopColor")
  expect(styled).toBe('rgb(154, 52, 18)')
  expect(refused).toEqual([])
  // Nothing runs in the frame, so the email is checked by itself.
  const pages = [page.url(), `${url}/sandbox/mailbox`, 'about:blank']
  for (const path of pages) {
    await page.goto(path)
    if (path === 'about:blank') await page.setContent((await mailOf(shop.world))[0]!.html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findingsOn(page, { exclude: ['iframe'] }), `${path} ${colorScheme}`).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
    }
  }
})
