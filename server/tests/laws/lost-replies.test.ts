import { test } from 'vitest'
import { openTour } from '../recordings/tour.ts'
import { tourCustomers } from '../recordings/tours/api-customers.ts'
import { tourDialect } from '../recordings/tours/api-dialect.ts'
import { tourImportingCards } from '../recordings/tours/api-importing-cards.ts'
import { tourOrders } from '../recordings/tours/api-orders.ts'
import { tourTransactions } from '../recordings/tours/api-transactions.ts'
import { tourIssuing } from '../recordings/tours/issuing.ts'

/**
 * The tours of the interfaces for programs, in which the process of every request with an effect dies after its last commit,
 * before its reply is kept: the reply to the same request, sent again, is what is recorded of replies that arrive. The
 * stories of staff are run so in the long run [checked: `server/tests/long/lost-replies.test.ts`].
 */

test('a request of a merchant whose reply got lost has the same reply when it is sent again', async () => {
  const tour = await openTour('api', { payoutsAllowed: true, notifyRepresentments: true }, { requestsDie: 'all' })
  await tourCustomers(tour)
  await tourOrders(tour)
  await tourTransactions(tour)
  await tourDialect(tour)
  await tourImportingCards(tour)
  tour.finish()
})

test('a request of a partner or a customer whose reply got lost has the same reply when it is sent again', async () => {
  const tour = await openTour('issuing', {}, { requestsDie: 'all' })
  await tourIssuing(tour)
  tour.finish()
})
