import type { FrameLocator, Page } from 'playwright-core'
import { typeIn } from './typing.ts'

/** A shopper types a card into a payment form, on a page of its own or in a frame. */
export async function typeCard(
  form: Page | FrameLocator,
  { number = '4111111111111111', expiry = '12/34', code = '123' } = {},
): Promise<void> {
  await typeIn(form.getByLabel('Card number'), number)
  await typeIn(form.getByLabel('Expiry date'), expiry)
  await typeIn(form.getByLabel('Security code'), code)
}

export const press = (form: FrameLocator): Promise<void> => form.getByRole('button', { name: /^Pay €/ }).click()

export const bankIn = (form: FrameLocator): FrameLocator => form.frameLocator('iframe[name="bank"]')
