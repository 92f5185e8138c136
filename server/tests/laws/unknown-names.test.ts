import { expect, test } from 'vitest'
import type { IssuingCaller } from '#issuing/api'
import { issuingRoutes } from '../../src/surfaces/issuing-api/routes.ts'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { openPartner } from '../world/partner.ts'
import { platform } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

type Refused = { reason: string; problems: { field: string; message: string }[] }
const problemsOf = ({ problems = [] }: Partial<Refused>) => problems.map(({ field }) => field)

test('names that a route of the staff does not know are refused, with the known ones', async () => {
  await using world = await createWorld()
  const { staff } = world.app
  const by = { actor: 'test', fromWhere: 'test' }
  const owner = await staff.add({ by, scope: platform, email: 'ana@florin.example', name: 'Ana', role: 'owner' })
  const { token } = await staff.createToken({ by, staffId: owner.id, name: 'program' })
  const headers = { authorization: `Bearer ${token.reveal()}`, 'content-type': 'application/json' }
  for (const { method, path, body, page } of staffRoutes(world.app)) {
    // Mails and browsers add parameters to the addresses of pages.
    if (page && method === 'GET') continue
    const url = `/staff/v1${path.replaceAll(/:\w+/g, '7')}?cardid=1`
    const sent = method === 'GET' ? {} : { payload: '{"ammount":"1"}' }
    const refused = (await world.http.inject({ method, url, headers, ...sent })).json() as Refused
    const named = [...(page ? [] : ['cardid']), ...(method === 'GET' ? [] : ['ammount'])]
    expect(problemsOf(refused), `${method} ${path}`).toEqual(expect.arrayContaining(named))
    const known = Object.keys(body?.shape ?? {}).join(', ') || 'none'
    if (method !== 'GET')
      expect(refused.problems).toContainEqual(
        expect.objectContaining({ message: `ammount is not known here. Known: ${known}` }),
      )
  }
})

test('parameters that a route of the issuing interface does not know are refused; bodies are read leniently', async () => {
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
  for (const { method, path, caller, page } of issuingRoutes(world.app)) {
    const url = `/v1${path.replaceAll(/:\w+/g, '7')}`
    const isRead = method === 'GET'
    const headers = { ...headersOf[caller], ...(!isRead && { 'content-type': 'application/json' }) }
    const asks = (query: string) =>
      world.http.inject({ method, url: url + query, headers, ...(!isRead && { payload: '{"ammount":"1"}' }) })
    // Mails and browsers add parameters to the addresses of pages.
    if (!page) expect(problemsOf((await asks('?cardid=1')).json()), `${method} ${path}`).toContain('cardid')
  }
  const lists = ['transactions', 'accounts', 'cards', 'topups']
  for (const list of lists) {
    const { statusCode } = await world.http.inject({
      url: `/v1/${list}?page=1&size=5`,
      headers: headersOf.holder,
    })
    expect(statusCode, list).toBe(200)
  }
  const { statusCode } = await world.http.inject({ url: '/v1/events?page=1&size=5', headers: headersOf.partner })
  expect(statusCode).toBe(200)
})
