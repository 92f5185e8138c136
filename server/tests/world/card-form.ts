import type { FrameLocator } from 'playwright-core'

/** A shopper types a card into the payment form in a frame. */
export async function typeCard(form: FrameLocator, number = '4111 1111 1111 1111'): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry date').fill('12/34')
  await form.getByLabel('Security code').fill('123')
}

export const press = (form: FrameLocator): Promise<void> => form.getByRole('button', { name: /^Pay €/ }).click()

export const bankIn = (form: FrameLocator): FrameLocator => form.frameLocator('iframe[name="bank"]')
