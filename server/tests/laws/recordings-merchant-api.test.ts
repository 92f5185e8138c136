import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourCustomers } from '../recordings/tours/api-customers.ts'
import { tourDialect } from '../recordings/tours/api-dialect.ts'
import { tourImportingCards } from '../recordings/tours/api-importing-cards.ts'
import { tourOrders } from '../recordings/tours/api-orders.ts'
import { tourTransactions } from '../recordings/tours/api-transactions.ts'

test('a program of the merchant receives from the API what is recorded', async () => {
  const tour = await openTour('api', { payoutsAllowed: true, notifyRepresentments: true })
  await tourCustomers(tour)
  await tourOrders(tour)
  await tourTransactions(tour)
  await tourDialect(tour)
  await tourImportingCards(tour)
  tour.finish()
})
