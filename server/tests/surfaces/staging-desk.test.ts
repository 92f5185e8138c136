import { expect, onTestFinished, test } from 'vitest'
import { messagesOf } from '../world/shopper.ts'
import { createWorld } from '../world/world.ts'

async function openDesk() {
  const world = await createWorld({ ownTime: true })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const ours = { 'sec-fetch-site': 'same-origin' }
  const post = async (form: Record<string, string>, headers: Record<string, string> = ours) =>
    world.http.inject({
      method: 'POST',
      url: '/sandbox/clock',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    })
  const get = (url: string, cookie?: string) =>
    world.http.inject({ method: 'GET', url, ...(cookie && { headers: { cookie } }) })
  await post({ how: 'pause' })
  return { world, post, get, time: () => String(world.app.clock.now()) }
}

test('the desk says what is there, and what time it is', async () => {
  const { get, world } = await openDesk()
  const { statusCode, body, headers } = await get('/sandbox')
  expect(statusCode).toBe(200)
  expect(body).toContain('<a href="/sandbox/clock">Clock</a>')
  expect(body).toContain(`<time datetime="${world.app.clock.now()}">`)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
})

test('a button moves the clock, and the page says once what came of it', async () => {
  const { get, post, world } = await openDesk()
  const before = world.app.clock.now()
  const { statusCode, headers } = await post({ how: 'jump', to: 'P1D' })
  expect([statusCode, headers.location]).toEqual([303, '/sandbox/clock'])
  expect(String(world.app.clock.now())).toBe(String(before.add({ hours: 24 })))

  const cookie = String(headers['set-cookie']).split(';')[0]!
  const shown = await get('/sandbox/clock', cookie)
  expect(shown.body).toContain('0 things fell due and were done.')
  expect(shown.headers['set-cookie']).toContain('Max-Age=0')
  expect((await get('/sandbox/clock')).body).not.toContain('fell due and')
})

test('what falls due next is on the clock page, and the next thing can be gone to', async () => {
  const { get, post, world, time } = await openDesk()
  const bakery = await world.merchant()
  await (await bakery.sends()).pays()
  await post({ how: 'run', to: 'PT1S' })
  const { body } = await get('/sandbox/clock')
  const [, next] = /The next thing is due <time datetime="([^"]+)">/.exec(body)!
  expect(body).toContain('<td>Expire checkout sessions</td>')
  await post({ how: 'next' })
  expect(time()).toBe(next)
})

test.each<[from: string, headers: Record<string, string>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
  ['another origin, in a browser that sends no other header', { origin: 'https://evil.example' }],
  ['a page that hides where it is', { origin: 'null' }],
  ['an unknown origin', {}],
])('a form that comes from %s moves nothing', async (_from, headers) => {
  const { post, time } = await openDesk()
  const before = time()
  const { statusCode, body } = await post({ how: 'jump', to: 'P1D' }, headers)
  expect(statusCode).toBe(403)
  expect(body).toContain('This form does not come from the staging desk')
  expect(time()).toBe(before)
})

test('a browser that says only its origin is known by it', async () => {
  const { post } = await openDesk()
  expect((await post({ how: 'resume' }, { origin: 'http://localhost:8080', host: 'localhost:8080' })).statusCode).toBe(
    303,
  )
})

test.each([
  ['neither a duration nor a moment', { how: 'run', to: 'tomorrow' }, 'Write how far to go'],
  ['a duration that goes back', { how: 'jump', to: 'P-1D' }, 'Write how far to go'],
  ['a past moment', { how: 'jump', to: '2001-01-01T00:00:00Z' }, 'does not go back'],
  ['an unknown wish', { how: 'fly' }, 'Choose one of the buttons'],
])('%s is refused in words', async (_wrong, form, messages) => {
  const { post } = await openDesk()
  const { statusCode, body } = await post(form)
  expect(statusCode).toBe(400)
  expect(body).toContain(messages)
  // The form is there as it was sent, to be corrected.
  expect(body).toContain('<form class="card" method="post" action="/sandbox/clock">')
  if ('to' in form) expect(body).toContain(`name="to" value="${form.to}"`)
  if (form.how === 'jump') expect(body).toContain('<option value="jump" selected>')
})

test('the clock page says who is charged what and when', async () => {
  const { get, world } = await openDesk()
  expect((await get('/sandbox/clock')).body).toContain('No customer will be charged.')
  const bakery = await world.merchant()
  const order = {
    type: 'recurring',
    intervalType: 'month',
    intervalValue: 1,
    orderId: 'box-7',
    description: 'Bread box',
  } as const
  await (await bakery.sends({ order, customer: { identifier: 'ana', email: 'ana@example.com' } })).pays()
  const { body } = await get('/sandbox/clock')
  const [, row] = /<h2>Who is charged next<\/h2>.*?<tbody><tr>(.*?)<\/tr>/s.exec(body)!
  expect(messagesOf(row!)).toMatch(/ana@example.com ?9.90 EUR ?Bread box to .*, order box-7/)
})

test('where nothing is the desk says so, and shows nothing of the address', async () => {
  const { get } = await openDesk()
  const { statusCode, body } = await get('/sandbox/%3Cscript%3E')
  expect(statusCode).toBe(404)
  expect(body).toContain('There is nothing here')
  expect(body).not.toContain('script')
})
