import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { typeIn } from './typing.ts'

const view = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Declined' })

/** A list whose address names what is no filter, filtered by the keyboard; the view of it is for the team. */
export async function filterByKeysAndSaveView(page: Page): Promise<void> {
  await page.getByText('Not known here, and ignored: foo.').waitFor()
  await page.keyboard.press('f')
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('dialog', { name: 'Status' }).getByLabel('Declined', { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Remove the filter Status: Declined' }).waitFor()
  await page.getByRole('button', { name: 'Save view' }).click()
  await typeIn(page.getByLabel('Name'), 'Declined')
  await page.getByLabel('Who sees it').selectOption('My team')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await view(page).waitFor()
}

export async function openViewByKey(page: Page): Promise<void> {
  await view(page).waitFor()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Status: Declined', exact: true }).waitFor()
  expect(page.url()).toContain('status=failed')
}

/** The file of a view, and what is done with the rows of it. */
export async function exportAndReplayByKeys(page: Page): Promise<void> {
  await exportByKey(page)
  await replaySelected(page)
}

/** The file has what the view shows, and says so. */
async function exportByKey(page: Page): Promise<void> {
  await page.keyboard.press('1')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Export payments' })
  await dialog.getByText('All of them: Status: Declined').waitFor()
  const file = dialog.getByRole('link', { name: 'Download' })
  expect(await file.getAttribute('href')).not.toContain('columns=')
  await dialog.getByLabel('Columns').selectOption('shown')
  expect(new URLSearchParams((await file.getAttribute('href'))!).get('columns')).toBe(
    'id,amount,currency,status,customer_email,method,brand,card,created_at',
  )
  await page.keyboard.press('Escape')
}

/** The last notifications of the rows that are selected are sent again; each has its result. */
async function replaySelected(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: '1 selected' })
  await bar.getByRole('button', { name: 'Export selected' }).waitFor()
  await bar.getByRole('button', { name: 'Replay notifications' }).click()
  const dialog = page.getByRole('dialog', { name: /^Replay notifications/ })
  await dialog.getByRole('button', { name: 'Replay notifications (1)' }).click()
  await dialog.getByText('1 done').waitFor()
}
