import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourLinks } from '../recordings/tours/links.ts'

test('whoever makes, opens and pays a link sees what is recorded', async () => {
  const tour = await openTour('links')
  await tourLinks(tour)
  tour.finish()
}, 60_000)
