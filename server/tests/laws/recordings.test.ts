import { expect, test } from 'vitest'
import { publicStatus } from '#acquiring/payments'
import { Secret } from '#kernel/base/secret.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import {
  declaredRefusals,
  linesKept,
  recordedNotifications,
  refusalLine,
  requestsIn,
  routesOf,
  unvisited,
  wasReached,
} from '../recordings/installation.ts'
import { keepTable } from '../recordings/recorder.ts'
import { openTour } from '../recordings/tour.ts'
import { commands } from '../recordings/tours/commands.ts'
import { tourStaging } from '../recordings/tours/staging.ts'
import { unreached } from '../recordings/unreached.ts'

/**
 * The recordings of all tours together: whether they have seen everything. The other tours are in the files beside this
 * one, a world for each.
 */
test('staging, the pages of the installation and the command line show what is recorded, and no route is left out', async () => {
  const tour = await openTour('staging', {}, { ownTime: true })
  await tourStaging(tour)
  tour.chapter('command-line')
  const { helps, prints } = openCommandLine(tour.shop.world)
  for (const [name, help] of await helps()) tour.keeps(`${name} --help`, help)
  for (const [index, line] of commands.entries())
    tour.keeps(`florin ${line}${commands.indexOf(line) < index ? ', again' : ''}`, await prints(line))
  tour.finish()

  const { world, site, privateKey } = tour.shop
  const whole = await openHttp(world.app, { siteId: site.id, privateKey: new Secret(privateKey) })
  await whole.ready()
  // Documents are not recorded: each change of one would change it twice.
  const ofStores = routesOf(whole).filter(
    ({ path }) =>
      !['/docs', '/docs/*'].includes(path) &&
      !/^\/(?:v1|network|webhooks|staff|dashboard|\.well-known|card-data|verification|topups|3ds)(?:\/|$)/.test(path),
  )
  expect(unvisited(ofStores, requestsIn(linesKept())), 'routes that no tour has visited').toEqual([])
  await whole.close()
})

test('every refusal has the code, the status, the number and the words that are recorded', () => {
  keepTable('refusals', declaredRefusals().map(refusalLine))
})

test('every refusal was reached on a tour, or it is written down why not', () => {
  const kept = linesKept()
  const unreachedRefusals = declaredRefusals().filter((refusal) => !wasReached(refusal, kept))
  const excused = Object.keys(unreached)
  expect(new Set(unreachedRefusals.map(({ code }) => code).filter((code) => !excused.includes(code)))).toEqual(
    new Set(),
  )
  const codes = new Set(unreachedRefusals.map(({ code }) => code))
  expect(
    excused.filter((code) => !codes.has(code)),
    'excuses for what was reached, or is no refusal',
  ).toEqual([])
})

test('stores were notified of everything that a transaction can come to', () => {
  expect(statusesOf('deposit')).toEqual(
    new Set(Object.values(publicStatus).filter((status) => !notNotified.includes(status))),
  )
  expect([...recordedNotifications()].map((notified) => notified.split(' ')[0])).toEqual(
    expect.arrayContaining(['deposit', 'refund', 'credit', 'chargeback', 'representment', 'verify-card']),
  )
})
/** These statuses are not notified: nothing is decided yet. */
const notNotified = ['start', '3d-pending', 'uncertain']
const statusesOf = (type: string): Set<string> =>
  new Set(
    [...recordedNotifications()]
      .filter((notified) => notified.startsWith(`${type} `))
      .map((notified) => notified.split(' ')[1]!),
  )
