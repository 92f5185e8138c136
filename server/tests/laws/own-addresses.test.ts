import { expect, test } from 'vitest'
import { openShop, type Shop } from '../world/shop.ts'

const open = ['/', '/sandbox', '/sandbox/mailbox', '/sandbox/clock']

test.each([
  'attacker.example',
  'attacker.example:8080',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  '%',
])('no surface without a login is served under the name "%s", which is not ours', async (host) => {
  const { http } = (await openShop()).world
  for (const url of open) {
    const reply = await http.inject({ method: 'GET', url, headers: { host } })
    expect([url, reply.statusCode]).toEqual([url, 421])
    expect(reply.body).toContain('FLORIN_PUBLIC_URL')
  }
  const post = await http.inject({
    method: 'POST',
    url: '/sandbox/clock/run',
    headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
  })
  expect(post.statusCode).toBe(421)
})

test.each(['localhost', 'localhost:8080', 'shop.localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.1.5'])(
  'under %s they are served',
  async (host) => {
    const { http } = (await openShop()).world
    for (const url of ['/sandbox', '/sandbox/mailbox'])
      expect((await http.inject({ method: 'GET', url, headers: { host } })).statusCode).toBe(200)
  },
)

test('whatever a store sends as its address, no directive enters the content policy of a page', async () => {
  const shop = await openShop()
  for (const host of ['a;script-src', "a'unsafe-inline'", 'a,b', 'a;b.example']) {
    const backUrl = `https://${host}/back`
    if (!URL.canParse(backUrl)) continue
    const ana = await shop.sends({ backUrl })
    if (ana.opened.status !== 303) continue
    expect(await directivesAt(shop, ana.address)).toEqual([...ofEveryPage, 'form-action'].toSorted())
    await ana.pays()
    // The form there leads to the store, which may redirect anywhere, so nothing is said about forms (decision 13).
    expect(await directivesAt(shop, `${ana.address}/return`)).toEqual(ofEveryPage)
    const ben = await shop.sends({ backUrl })
    await ben.cancels()
    expect(await directivesAt(shop, `${ben.address}/return`)).toEqual([...ofEveryPage, 'form-action'].toSorted())
  }
})

const ofEveryPage = ['base-uri', 'default-src', 'frame-ancestors', 'img-src', 'script-src', 'style-src']

/** The names of the directives of a page's policy, in the order of the alphabet. */
async function directivesAt({ world }: Shop, url: string): Promise<string[]> {
  const { headers } = await world.http.inject({ method: 'GET', url })
  const directives = String(headers['content-security-policy']).split(/[;,]/)
  return directives.map((directive) => directive.trim().split(' ')[0]!).toSorted()
}
