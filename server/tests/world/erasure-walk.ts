import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { typeIn } from './typing.ts'

type Post = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>

/** On the page of a customer, Zenovia: her data is exported as a file, and then she is erased. */
export async function exportAndErase(post: Post, open: (path: string) => Promise<Page>): Promise<Page> {
  const named = { identifier: 'zenovia', email: 'zenovia@example.com', firstName: 'Zenovia' }
  const id = String((await post('/customer', named)).id)
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Zenovia' }
  await post('/order', { customerId: id, orderType: 'purchase', amount: '7.00', currency: 'EUR', ...card })
  const page = await open(`/m/101/customers/${id}`)
  await page.getByRole('heading', { name: 'Zenovia' }).waitFor()
  await page.getByRole('button', { name: 'Export data' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export data' }).click()
  expect((await file).suggestedFilename()).toBe(`personal-data-${id}.json`)

  await page.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase' })
  await dialog.getByText('Name, contact and stored cards: 1 ×').waitFor()
  await dialog.getByText('Payments: security and later disputes').waitFor()
  await typeIn(dialog.getByLabel('Reason'), 'She has written to us.')
  await typeIn(dialog.getByLabel(`Type “${id}” to confirm`), id)
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { name: `Erased ${id}` }).waitFor()
  await page.getByText('zenovia@example.com').waitFor({ state: 'detached' })
  return page
}
