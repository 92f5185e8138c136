import { expect, test } from 'vitest'
import type { IssuingCaller } from '#issuing/api'
import { issuingRoutes } from '../../src/surfaces/issuing-api/routes.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

test('no body of JSON makes a route of the issuing interface fail', async () => {
  await using world = await createWorld()
  const nordwind = await openPartner(world)
  const { accessToken, refreshToken } = await nordwind.customer()
  const headersOf: Readonly<Record<IssuingCaller, Record<string, string>>> = {
    partner: { 'x-partner-api-key': nordwind.apiKey },
    partnerApp: { 'x-partner-id': String(nordwind.partner.id) },
    holder: { authorization: `Bearer ${accessToken}` },
    refreshToken: { authorization: `Bearer ${refreshToken}` },
    loginSession: { authorization: `Bearer st_${'a'.repeat(43)}` },
  }
  const oddities = [
    '',
    '{}',
    '[]',
    'null',
    '7',
    '"text"',
    '{"',
    `{"email":${'['.repeat(200)}}`,
    '{"currency":{"a":1},"code":[]}',
  ]
  let requests = 0
  for (const { method, path, caller } of issuingRoutes(world.app)) {
    for (const payload of oddities) {
      const url = `/v1${path.replaceAll(/:\w+/g, '%00odd')}`
      const headers = { ...headersOf[caller], 'content-type': 'application/json' }
      const { statusCode } = await world.http.inject({ method, url, headers, ...(method !== 'GET' && { payload }) })
      expect(statusCode, `${method} ${path} ${payload.slice(0, 40)}`).toBeLessThan(500)
      requests++
    }
  }
  expect(requests).toBeGreaterThan(300)
})
