import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { typeIn } from './typing.ts'

/** On the page of the settings of a site: new looks are seen, a colleague is quicker, and who leaves is asked once. */
export async function changeLooksBesideAColleague(page: Page): Promise<void> {
  await typeIn(page.getByLabel('Colour', { exact: true }), '#ffd54f')
  await page.getByText('White on #ffd54f is 1.4:1').waitFor()
  // What is set says what it would be, and goes back to that.
  const attempts = page.getByLabel('Attempts per order')
  await typeIn(attempts, '7')
  await page.getByText('By default: 3.').waitFor()
  await page.getByRole('button', { name: 'Use the default: Attempts per order' }).click()
  expect(await attempts.inputValue()).toBe('3')
  await page.getByText('By default: 3.').waitFor({ state: 'detached' })
  const shown = page.frameLocator('iframe[title=Preview]')
  await shown.getByRole('button', { name: 'Pay €45.00' }).waitFor()
  await expect.poll(() => shown.locator('html').getAttribute('style')).toContain('--accent-text: #000000')
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  expect(page.url()).toContain('/sites/10001/edit')
  const { origin } = new URL(page.url())
  await page.request.patch(`${origin}/staff/v1/sites/10001/settings`, {
    headers: { origin, 'florin-dashboard': '1' },
    data: { themeColor: '#14603a', reason: 'A colleague was quicker.' },
  })
  await typeIn(page.getByLabel('Reason'), 'The new look.')
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })
  await conflict.getByRole('row', { name: /#ffd54f #14603a/ }).waitFor()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { name: 'Links' }).waitFor()
}
