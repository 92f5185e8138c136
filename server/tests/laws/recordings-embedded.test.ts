import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourEmbedded } from '../recordings/tours/embedded.ts'

test('the payment form in a frame and the calls of apps show what is recorded', async () => {
  const tour = await openTour('embedded', { frameAncestors: ['https://shop.example'] })
  await tourEmbedded(tour)
  tour.finish()
})
