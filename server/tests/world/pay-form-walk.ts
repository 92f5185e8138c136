import type { Page } from 'playwright-core'
import { typeIn } from './typing.ts'

/** A merchant asks for a phone and a town by keys alone, while a colleague saves another form; what is wrong is corrected. */
export async function buildPayForm(page: Page): Promise<void> {
  for (const name of ['Town', 'Phone']) {
    await page.getByRole('button', { name: `Add ${name}` }).focus()
    await page.keyboard.press('Enter')
  }
  // The keyboard is where the new field is.
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Move Phone up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Phone is 1 of 2.' }).waitFor()
  await typeIn(page.getByLabel('Note at the button'), '<b>Soon</b>')
  await typeIn(page.getByLabel('Reason'), 'The courier calls.')
  const { origin } = new URL(page.url())
  const theirs = { fields: [], title: { en: 'Nearly there' }, note: { en: 'By noon.' } }
  await page.request.patch(`${origin}/staff/v1/sites/10001/settings`, {
    headers: { origin, 'florin-dashboard': '1' },
    data: { payForm: theirs, reason: 'A colleague was quicker.' },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })
  await conflict.getByRole('row', { name: /Note at the button \(English\) <b>Soon<\/b> By noon\./ }).waitFor()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('a text must be plain: tags are not read').first().waitFor()
  await typeIn(page.getByLabel('Note at the button'), 'Soon.')
  const shown = page.frameLocator('iframe[title=Preview]')
  for (const words of ['Nearly there', 'Soon.']) await shown.getByText(words).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The next page that is loaded has it.').waitFor()
}
