import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** From a view of payments: each decision is one step, and Back from a thing finds the rows as they were. */
export async function seeBesideTheListAndGoBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sort by Amount' }).click()
  const row = page.getByRole('link', { name: '€0.02' })
  await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=descending]')).waitFor()
  await row.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const beside = page.getByRole('region', { name: 'Beside the list' })
  await beside.getByRole('heading', { name: '€0.02' }).waitFor()
  expect(page.url()).toContain('peek=')
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByText(/^1 of 1 in Payments · Status: Declined/).waitFor()
  await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'bread-2' }).click()
  await page.getByRole('heading', { name: 'bread-2' }).waitFor()
  // As a browser does with a page that it loads: it is said, and Tab goes on in it.
  await page.getByRole('status').filter({ hasText: 'bread-2' }).waitFor()
  await page.getByRole('main').and(page.locator(':focus')).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'ana@example.com' }).first().click()
  await page.getByRole('heading', { name: 'ana@example.com' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'bread-2' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '€0.02' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goBack()
  await expect.poll(() => row.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true)
  expect(asked.filter((url) => url.includes('/staff/v1/payments?'))).toEqual([])
  await page.goBack()
  await page.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=none]')).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '€21.00' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
}

/** Opens the search by its key and types within one task, before anything can be drawn: no letter is lost. */
export async function searchAtOnce(page: Page, text: string): Promise<void> {
  await page.evaluate(
    `for (const key of ${JSON.stringify(`/${text}`)}) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`,
  )
  const field = page.getByRole('dialog', { name: 'Search' }).getByLabel('Search anything')
  await field.waitFor()
  expect(await field.inputValue()).toBe(text)
}

/** An address that somebody has shortened leads to its section; one that is none says so, with a heading as any page. */
export async function openOtherAddresses(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/money`)
  await page.getByRole('heading', { level: 1, name: 'Balance' }).waitFor()
  for (const address of ['nothing', 'payments/99999999']) {
    await page.goto(`${home}/${address}`)
    await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor()
  }
}
