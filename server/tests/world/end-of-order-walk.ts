import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { typeIn } from './typing.ts'

/** On the page of a subscription: it is ended with what is paid, its day is said, the other end is offered, and it is kept. */
export async function endWithWhatIsPaidAndKeep(page: Page): Promise<void> {
  // This browser has not been allowed to write on the clipboard.
  await page.getByRole('button', { name: 'Copy id' }).click()
  await page.getByText('Not copied: your browser does not allow it').waitFor()
  await page.getByRole('button', { name: 'End the order' }).click()
  const dialog = page.getByRole('dialog', { name: /^End the order/ })
  const choice = (await dialog.getByRole('option', { name: /^With what is paid, on/ }).textContent())!
  await dialog.getByLabel('When it ends').selectOption({ label: choice })
  await dialog.getByText('Until it ends, you can keep it.').waitFor()
  await dialog.getByText('Afternothing').waitFor()
  const day = /on (.*), without another bill$/.exec(choice)![1]!
  await typeIn(dialog.getByLabel('Reason'), 'Not baked any more.')
  await dialog.getByRole('button', { name: 'End the order' }).click()
  await page.getByText(`it ends on ${day} and is not billed again. Until then you can keep it.`).waitFor()
  await page.getByText('Nothing is billed from here on.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'End the order' }).click()
  expect(await dialog.getByRole('option').allTextContents()).toEqual(['Now', `After the next bill on ${day}`])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep it' }).click()
  const keeping = page.getByRole('dialog', { name: /^Keep it/ })
  await keeping.getByText(`It does not end on ${day}, and is billed that day as before.`).waitFor()
  await typeIn(keeping.getByLabel('Reason'), 'Baked again.')
  await keeping.getByRole('button', { name: 'Keep it' }).click()
  await page.getByText('is not billed again').waitFor({ state: 'detached' })
}

/** On the page of a subscription: it ends after its next bill, which is seen before, and is kept after all. */
export async function endAfterNextBillAndKeep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the order' }).click()
  const dialog = page.getByRole('dialog', { name: /^End the order/ })
  await dialog.getByText('Afternothing').waitFor()
  const choice = await dialog.getByRole('option', { name: /After the next bill on/ }).textContent()
  await dialog.getByLabel('When it ends').selectOption({ label: choice! })
  const day = choice!.replace('After the next bill on ', '')
  await dialog.getByText(`After${day}`).waitFor()
  await typeIn(dialog.getByLabel('Reason'), 'She moves away.')
  await dialog.getByRole('button', { name: 'End the order' }).click()
  await page.getByText(`it ends when the bill of ${day} is paid. Reason: She moves away.`).waitFor()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await typeIn(page.getByRole('dialog', { name: /^Keep it/ }).getByLabel('Reason'), 'She stays.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByText('it ends when the bill').waitFor({ state: 'detached' })
}
