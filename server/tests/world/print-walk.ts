import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A statement that is printed: across the whole sheet, and nothing on it that can only be pressed. */
export async function printStatement(page: Page): Promise<void> {
  const proof = page.getByRole('table', { name: 'How it adds up' })
  await proof.waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    page.getByRole('link', { name: 'CSV', exact: true }),
    page.getByLabel('Month'),
    page.getByText('Search anything'),
  ])
    expect(await hidden.isVisible()).toBe(false)
  const [window, main] = [page.viewportSize(), await page.getByRole('main').boundingBox()]
  expect(main?.width).toBe(window?.width)
}
