import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issuingRoutes } from '../../src/surfaces/issuing-api/routes.ts'
import { networkRoutes } from '../../src/surfaces/network/routes.ts'
import { requestsIn, unvisited } from '../recordings/installation.ts'
import { openTour } from '../recordings/tour.ts'
import { tourIssuing } from '../recordings/tours/issuing.ts'

const folder = join(import.meta.dirname, '../recordings')

test('the issuing interface replies what is recorded, and no route of it is left out', async () => {
  const tour = await openTour('issuing')
  await tourIssuing(tour)
  tour.finish()

  const files = readdirSync(folder).filter((file) => /^issuing-.*\.txt$/.test(file))
  const requests = requestsIn(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')))
  const { app } = tour.shop.world
  const routes = [
    ...issuingRoutes(app).map(({ method, path }) => ({ method, path: `/v1${path}` })),
    ...networkRoutes(app).map(({ method, path }) => ({ method, path: `/network/v1${path}` })),
  ]
  expect(unvisited(routes, requests)).toEqual([])
})
