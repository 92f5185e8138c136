import { expect, test } from 'vitest'
import { newPerson, ofPage, openBrowserOf } from '../world/dashboard-session.ts'
import { createWorld } from '../world/world.ts'

test('a page reports what failed in it: the log names the page and its scripts, and takes nothing that it shows', async () => {
  await using world = await createWorld()
  const browser = openBrowserOf(world)
  const fault = { page: '/m/$scopeId/payments/$id', fault: 'TypeError', places: 'detail-Bx3.js:12:3401' }
  const report = (body: object, headers: object = ofPage) => browser.call('POST', '/page-faults', body, headers)
  expect((await report(fault)).status).toBe(401)

  await browser.logIn(await newPerson(world))
  expect((await report(fault)).status).toBe(204)
  expect(world.logged.join()).toContain('a page of the dashboard met a fault of the program')
  expect(world.logged.join()).toContain('detail-Bx3.js:12:3401')

  const shown = await report({ page: '/m/7/customers/ana@example.com', fault: 'no card of ana', places: 'ana.html' })
  expect(shown.status).toBe(400)
  expect(shown.body.problems.map(({ field }: { field: string }) => field)).toEqual(['page', 'fault', 'places'])
  expect((await report(fault, { ...ofPage, origin: 'https://evil.example' })).status).toBe(403)
})
