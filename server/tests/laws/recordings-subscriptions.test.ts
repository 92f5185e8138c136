import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourSubscriptions } from '../recordings/tours/subscriptions.ts'

test('a subscription is billed, looked after and ended as recorded', async () => {
  const tour = await openTour('subscriptions')
  await tourSubscriptions(tour)
  tour.finish()
})
