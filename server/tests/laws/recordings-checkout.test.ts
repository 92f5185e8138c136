import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourCheckout } from '../recordings/tours/checkout.ts'
import { tourCheckoutForms } from '../recordings/tours/checkout-refusals.ts'

test('a payment on the checkout shows the shopper, and notifies the store of, what is recorded', async () => {
  const tour = await openTour('checkout')
  await tourCheckout(tour)
  await tourCheckoutForms(tour)
  tour.finish()
})
