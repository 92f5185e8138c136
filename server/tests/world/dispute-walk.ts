import type { Page } from 'playwright-core'
import { typeIn } from './typing.ts'

/**
 * From a payment that the staging desk disputes to its evidence. A colleague saves another text meanwhile: both are shown,
 * and nothing is saved before one of them is chosen.
 */
export async function writeEvidenceBesideAColleague(page: Page, merchant: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/sandbox/disputes`)
  const captured = page.getByRole('region', { name: /^21\.00 EUR/ })
  // Another amount than that of the payment, so that the lists have one row of each.
  await typeIn(captured.getByLabel('Amount in EUR'), '16.00')
  await captured.getByLabel('What the cardholder says').selectOption('not_received')
  await captured.getByRole('button', { name: 'Dispute it' }).click()
  await captured.getByText('16.00 EUR charged back').waitFor()
  await page.goto(`${merchant}/disputes`)
  await page.getByRole('link', { name: '€16.00' }).click()
  await page.getByRole('button', { name: 'Write evidence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write evidence' })
  await typeIn(dialog.getByLabel('Sent with'), 'The bakery’s own van')
  await page.request.patch(`${origin}/staff/v1/disputes/${page.url().split('/').at(-1)}/evidence`, {
    headers: { origin, 'florin-dashboard': '1' },
    data: { carrier: 'By bicycle', reason: 'A colleague was quicker.' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = dialog.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })
  await conflict.getByRole('row', { name: /The bakery’s own van By bicycle/ }).waitFor()
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await typeIn(dialog.getByLabel('What happened'), 'It was handed to her at the door.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('By bicycle').waitFor()
  await page.getByText('It was handed to her at the door.').waitFor()
}
