import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** On the page of a monthly subscription: its months, which the address has, who may move the clock, and what programs read. */
export async function seeMonthsAndJson(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Months' }).click()
  const months = page.getByRole('table', { name: /^What is billed next, by month/ })
  expect(await months.getByRole('columnheader').count()).toBe(12)
  expect(await months.getByText('Planned').count()).toBe(11)
  await page.getByText('One more bill is later.').waitFor()
  await page.reload()
  await months.waitFor()
  // A telephone keeps the agenda.
  await page.setViewportSize({ width: 360, height: 740 })
  await months.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'What is billed next' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Agenda' }).click()
  await months.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('schedule=')

  // Support does not move the clock of everybody: the way is there, and says so.
  const here = page.getByRole('button', { name: 'Move the clock here' }).first()
  expect(await here.getAttribute('aria-disabled')).toBe('true')

  await page.locator('summary', { hasText: 'JSON' }).click()
  await page.getByText('"orderType": "recurring"').waitFor()
  const command = (await page.getByText('Bearer $FLORIN_API_KEY').textContent())!
  // It reads, and sends nothing but the key that somebody puts in.
  expect(command).toMatch(
    /^curl -X GET 'http:\/\/\S+\/order\/\d+' \\\n {2}-H "authorization: Bearer \$FLORIN_API_KEY"$/,
  )
}

/** It asks first, with the moment filled in, and says its result where the row that led to it has gone. */
export async function moveTheClockToABill(page: Page): Promise<void> {
  const here = page.getByRole('button', { name: 'Move the clock here' })
  await here.first().waitFor()
  const bill = await page.getByRole('table', { name: 'What is billed next' }).getByRole('row').nth(1).textContent()
  await here.first().click()
  const dialog = page.getByRole('dialog', { name: 'Move the clock here' })
  await dialog.getByText(/^The clock of this installation goes to .*\d\d:\d\d:\d\d/).waitFor()
  await dialog.getByRole('button', { name: 'Move the clock' }).click()
  await dialog.getByText(/fell due and w(?:as|ere) done/).waitFor({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByRole('row').allTextContents()).not.toContain(bill)
}
