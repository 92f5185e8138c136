import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffScope } from '#core/access'
import { openPeople, type People, type Person, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

type Event = { event: string; id: string | undefined; data: { kinds?: string[] | 'all' } }

/** The events of a stream, one after the other, as a browser reads them. */
async function* eventsOf(reply: Response): AsyncGenerator<Event> {
  let text = ''
  for await (const bytes of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      yield { event: field('event')!, id: field('id'), data: JSON.parse(field('data')!) }
    }
  }
}

describe('open pages follow what changes', () => {
  let world: World
  let people: People
  let siteId: number
  let merchant: StaffScope
  let urls: [string, string]
  const stops: AbortController[] = []
  beforeAll(async () => {
    world = await createWorld()
    const { site } = await world.merchant()
    siteId = site.id
    people = await openPeople(world)
    merchant = { kind: 'merchant', id: String(site.merchantId) }
    // Two processes of one installation, as far as a stream is concerned.
    const listen = () => world.http.listen({ port: 0, host: '127.0.0.1' }, ['staff'])
    urls = [await listen(), await listen()]
  })
  afterAll(async () => {
    for (const stop of stops) stop.abort()
    await world[Symbol.asyncDispose]()
  })

  const follow = async (token: string, { at = 0, after = '' } = {}) => {
    const stop = new AbortController()
    stops.push(stop)
    const reply = await fetch(`${urls[at]}/staff/v1/stream`, {
      headers: { authorization: `Bearer ${token}`, ...(after && { 'last-event-id': after }) },
      signal: stop.signal,
    })
    const events = eventsOf(reply)
    const next = async () => (await events.next()).value as Event
    if (reply.ok && !after) expect((await next()).event).toBe('beat')
    /** The kinds that are named until one of them is this. */
    const until = async (kind: string): Promise<{ kinds: string[]; id: string | undefined }> => {
      const kinds: string[] = []
      for (;;) {
        const { event, data, id } = await next()
        if (event === 'change') kinds.push(...(data.kinds ?? []))
        if (kinds.includes(kind)) return { kinds, id }
      }
    }
    return { status: reply.status, reply, next, until, stop: () => stop.abort() }
  }
  let names = 0
  const changesSite = async (by: Person): Promise<void> => {
    const body = { name: `Shop ${++names}`, reason: 'A new sign.' }
    expect((await by.call('PATCH', `/sites/${siteId}/settings`, { body })).status).toBe(200)
  }

  test('both who look at one thing are notified of its kind, at any process; staff of others are not, and nothing of it is sent', async () => {
    const [mia, sam, stranger, olga] = await Promise.all([
      people.person('owner', merchant),
      people.person('support', merchant),
      people.person('owner', { kind: 'merchant', id: '999' }),
      people.person('owner', platform),
    ])
    const [first, second, foreign, operator] = await Promise.all([
      follow(mia.token),
      follow(sam.token, { at: 1 }),
      follow(stranger.token),
      follow(olga.token),
    ])
    // A change of their own: what came before it was not sent to them.
    const theirs = people.person('owner', { kind: 'merchant', id: '999' })
    await changesSite(mia)
    for (const seen of [await first.until('sites'), await second.until('sites'), await operator.until('sites')])
      expect(seen.kinds).toContain('audit')
    await theirs
    expect(new Set((await foreign.until('staff')).kinds)).toEqual(new Set(['staff', 'audit']))
    for (const one of [first, second, foreign, operator]) one.stop()
  })

  test('a reader that comes back begins where it was; with what is no cursor, everything may have changed', async () => {
    const mia = await people.person('owner', merchant)
    const before = await follow(mia.token)
    await changesSite(mia)
    const { id } = await before.until('sites')
    // Numbers would tell the staff of one organization how much happens on the whole platform.
    expect(id).toMatch(/^[\w-]{102}$/)
    before.stop()
    await changesSite(mia)
    const again = await follow(mia.token, { at: 1, after: id! })
    expect((await again.until('sites')).kinds).toContain('audit')
    again.stop()
    const lost = await follow(mia.token, { after: 'yesterday' })
    expect((await lost.next()).data).toEqual({ kinds: 'all' })
    lost.stop()
  })

  test('who only looks, which the audit has, makes no page read again but that of the audit', async () => {
    const olga = await people.person('owner', platform)
    const stream = await follow(olga.token)
    const { statusCode } = await world.http.inject({
      url: '/staff/v1/exports/payments',
      headers: { authorization: `Bearer ${olga.token}` },
    })
    expect(statusCode).toBe(200)
    // The entry of an export is about a list, as those of lists of sanctions are.
    expect((await stream.until('audit')).kinds).not.toContain('screening')
    stream.stop()
  })

  test('a token that may not read a kind is not notified of it, and a stream ends with its token', async () => {
    const dan = await people.person('owner', merchant, ['audit:read', 'staff:read'])
    const mia = await people.person('owner', merchant)
    const stream = await follow(dan.token)
    await changesSite(mia)
    expect((await stream.until('audit')).kinds).not.toContain('sites')
    await world.app.staff.revokeToken({ by: { actor: 'test', fromWhere: 'test' }, id: dan.tokenId })
    let last = await stream.next()
    while (last.event !== 'ended') last = await stream.next()
    expect(await stream.next()).toBeUndefined()
  })

  test('a stream ends with the role of its reader, who begins again with the new one', async () => {
    const dan = await people.person('finance', merchant)
    const stream = await follow(dan.token)
    await world.app.staff.change({
      by: { actor: 'test', fromWhere: 'test' },
      id: dan.staff.id,
      changes: { role: 'support' },
    })
    let last = await stream.next()
    while (last.event === 'beat') last = await stream.next()
    expect(last.event).toBe('ended')
    const again = await follow(dan.token)
    expect(again.status).toBe(200)
    again.stop()
  })

  test('nobody follows without a token, and one person only so often', async () => {
    expect((await follow('fst_none')).status).toBe(401)
    const mia = await people.person('owner', merchant)
    const open = await Promise.all(Array.from({ length: 12 }, () => follow(mia.token)))
    const refused = await follow(mia.token)
    expect([refused.status, await refused.reply.json()]).toMatchObject([429, { reason: 'too_many_streams' }])
    for (const stream of open) stream.stop()
  })
})
