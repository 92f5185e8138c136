import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourLinks } from '../recordings/tours/links.ts'

test('creating, opening and paying a link shows what is recorded', async () => {
  const tour = await openTour('links')
  await tourLinks(tour)
  tour.finish()
})
