import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { openLinkBrowser } from '../world/link-browser.ts'
import { noLimits } from '../world/no-limits.ts'
import { officeOf } from '../world/payer.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { cardFields, fieldOf, messagesOf } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'

const environment = { FLORIN_PUZZLE_BITS: '4' }
/** These limits, and none of the others. */
const limited = (limits: string) => ({
  environment: { ...environment, FLORIN_VELOCITY_LIMITS: limits === 'off' ? limits : `${noLimits},${limits}` },
})
const stolen = { number: '4000 0200 0000 2006', expiry: '12/34' }

/** What a page says, in a word. */
function seen({ status, text }: { status: number; text: string }): string {
  const messages = messagesOf(text)
  if (messages.includes('Thank you')) return 'paid'
  if (messages.includes('Your bank wants to be sure')) return 'bank'
  if (messages.includes('The payment did not go through')) return 'declined'
  if (status !== 429) return `${status}`
  return messages.includes('Too many cards') ? 'refused' : 'wait'
}

async function linkOf(shop: Shop) {
  const hash = await officeOf(shop).makes()
  return {
    hash,
    browser: (ip: string, hasScript = true) => openLinkBrowser(shop.world, { hash, ip, hasScript }),
    /** Opens the link anew and tries one card at once. */
    tries: async (ip: string, { hasScript = true, card = stolen } = {}) => {
      const browser = openLinkBrowser(shop.world, { hash, ip, hasScript })
      return seen(await browser.types(await browser.opens(), card))
    },
  }
}

test('a machine that tries card after card from one address learns of few, then waits, and with script is sent to the bank', async () => {
  const shop = await openShop({}, limited('address=4/PT6H'))
  const link = await linkOf(shop)
  const answers = []
  for (let card = 0; card < 8; card++) answers.push(await link.tries('203.0.113.9', { hasScript: false }))
  expect(answers).toEqual(['declined', 'declined', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait'])
  expect(await link.tries('203.0.113.9')).toBe('bank')
  // A card that is good looks like one that is not: the bank of its owner is asked first.
  expect(await link.tries('203.0.113.9', { card: { number: '4111 1111 1111 1111', expiry: '12/26' } })).toBe('bank')
  expect(await shop.decided()).toHaveLength(4)
})

// In small: from half of its limit on, the bank authenticates each card of a link, which a shopper whom it knows does not notice
longTest('cards that are tried at the same moment are counted as if one came after the other', async () => {
  const shop = await openShop({}, limited('address=4/PT6H'))
  const link = await linkOf(shop)
  const answers = await Promise.all(Array.from({ length: 12 }, () => link.tries('203.0.113.9')))
  expect(answers.filter((answer) => answer === 'declined').length).toBeLessThanOrEqual(4)
  expect(answers.filter((answer) => answer === 'bank').length).toBeGreaterThanOrEqual(8)
})

// In small: from half of its limit on, the bank authenticates each card of a link, which a shopper whom it knows does not notice
longTest('a shopper at the address of an attacker pays, and confirms the payment with their bank', async () => {
  const shop = await openShop({}, limited('address=4/PT6H'))
  const link = await linkOf(shop)
  for (let card = 0; card < 8; card++) await link.tries('203.0.113.9')
  const ana = link.browser('203.0.113.9')
  const bank = await ana.types(await ana.opens())
  expect(seen(bank)).toBe('bank')
  expect(seen(await ana.confirms(bank))).toBe('paid')
  expect(await link.tries('203.0.113.10', { card: { number: '4111 1111 1111 1111', expiry: '12/34' } })).toBe('paid')
})

// In small: a machine that tries card after card from one address learns of few, then waits, and with script is sent to the bank
longTest('addresses of one IPv6 network count together, and a card of the next one is not their business', async () => {
  const shop = await openShop({}, limited('address=2/PT6H'))
  const link = await linkOf(shop)
  for (const end of ['1', '2', 'ffff:1']) await link.tries(`2001:db8:0:1::${end}`)
  expect(await link.tries('2001:db8:0:1::77')).toBe('bank')
  expect(await link.tries('2001:db8:0:2::77')).toBe('declined')
})

// In small: a machine that tries card after card from one address learns of few, then waits, and with script is sent to the bank
longTest('an attack from many addresses is noticed by its link, and another link is as before', async () => {
  const shop = await openShop({}, limited('address=4/PT6H,link=6/PT10M'))
  const [link, other] = [await linkOf(shop), await linkOf(shop)]
  const answers = []
  for (let card = 0; card < 9; card++) answers.push(await link.tries(`203.0.113.${card}`))
  expect(answers).toEqual([...Array<string>(6).fill('declined'), 'bank', 'bank', 'bank'])
  expect(await other.tries('203.0.113.99')).toBe('declined')
})

test('approved payments earn a link its declines; what was counted fades, but for some hours an attack is not forgotten', async () => {
  const shop = await openShop({}, limited('link=2/PT10M'))
  const link = await linkOf(shop)
  const good = { number: '4111 1111 1111 1111', expiry: '12/34' }
  for (let card = 0; card < 10; card++) expect(await link.tries(`203.0.113.${card}`, { card: good })).toBe('paid')
  const answers = []
  for (let card = 0; card < 7; card++) answers.push(await link.tries(`198.51.100.${card}`))
  expect(answers).toEqual([...Array<string>(5).fill('declined'), 'bank', 'bank'])
  await shop.world.pass({ hours: 2 })
  expect(await link.tries('198.51.100.98')).toBe('bank')
  await shop.world.pass({ hours: 7 })
  expect(await link.tries('198.51.100.99')).toBe('declined')
})

// In small: a machine that tries card after card from one address learns of few, then waits, and with script is sent to the bank
longTest(
  'without script a shopper waits with the page open, a few of them at a time, and a button leads back to the form',
  async () => {
    const shop = await openShop({}, limited('link=2/PT10M'))
    const link = await linkOf(shop)
    for (let card = 0; card < 4; card++) await link.tries(`203.0.113.${card}`)
    const ana = link.browser('198.51.100.1', false)
    const hasty = await ana.types(await ana.opens())
    expect([seen(hasty), messagesOf(hasty.text).includes('15 seconds')]).toEqual(['wait', true])
    const [, again] = /<a class="button" href="([^"]+)"/.exec(hasty.text) ?? []
    const form = await ana.loads(again!)
    shop.world.clock.pass({ seconds: 16 })
    expect(seen(await ana.types(form))).toBe('bank')

    const pages = await Promise.all(
      Array.from({ length: 15 }, async (_, at) => {
        const browser = link.browser(`198.51.100.${at + 2}`, false)
        return { browser, form: await browser.opens() }
      }),
    )
    shop.world.clock.pass({ seconds: 16 })
    const answers = []
    for (const { browser, form } of pages) answers.push(seen(await browser.types(form, stolen)))
    expect(answers.filter((answer) => answer === 'bank').length).toBeLessThanOrEqual(11)
    expect(answers.at(-1)).toBe('wait')
  },
)

// In small: a machine that tries card after card from one address learns of few, then waits, and with script is sent to the bank
longTest('the page of a subscription takes few cards, and then none for a while', async () => {
  const shop = await openSubscriptionShop({}, limited('order=3/PT1H'))
  const ana = await shop.subscribes({ amount: '9.90' })
  const answers = []
  const types = async (cardNumber: string) => {
    const { text } = await ana.sees('/card')
    shop.world.clock.pass({ seconds: 20 })
    const fields = { attempt: fieldOf(text, 'attempt'), puzzle: fieldOf(text, 'puzzle') }
    return ana.posts('/card', { ...fields, ...cardFields({ number: cardNumber }) })
  }
  for (let card = 0; card < 6; card++) answers.push((await types(stolen.number)).status)
  expect(answers).toEqual([200, 200, 200, 429, 429, 429])
  const { status, messages } = await types(stolen.number)
  expect([status, messages]).toEqual([429, expect.stringContaining('Too many cards were tried here.')])
  shop.world.clock.pass({ hours: 2 })
  expect((await types('5555 5555 5555 4444')).status).toBe(200)
})

test('one card whose security code is guessed is refused after some codes, wherever that is tried', async () => {
  const shop = await openShop({}, limited('card=3/PT24H'))
  const link = await linkOf(shop)
  const answers = []
  for (let guess = 0; guess < 5; guess++) {
    const browser = link.browser(`203.0.113.${guess}`)
    answers.push(seen(await browser.types(await browser.opens(), { cvv: '999' })))
  }
  expect(answers).toEqual(['declined', 'declined', 'declined', 'refused', 'refused'])
})

test('while a site is under attack each typed card is confirmed with its bank, and a stored one is not', async () => {
  const shop = await openShop({}, limited('off'))
  await (await shop.sends({ saveCard: true, customer: { identifier: 'ana' } })).pays({ save: true })
  const by = { actor: 'operator', fromWhere: 'test' }
  await shop.world.app.directory.changeSite({ by, siteId: shop.site.id, changes: { underAttack: true } })
  const link = await linkOf(shop)
  expect(await link.tries('203.0.113.1')).toBe('bank')
  expect(await link.tries('203.0.113.1', { hasScript: false })).toBe('wait')
  const [card] = await shop.rows('select id from shoppers.cards')
  const ana = await shop.sends({ customer: { identifier: 'ana' } })
  expect((await ana.paysWith(BigInt(card!.id as string))).address).toBe(`${ana.address}/return`)
  expect(await shop.rows(`select before, after from directory.audit where action = 'siteChanged'`)).toEqual([
    { before: { underAttack: false }, after: { underAttack: true } },
  ])
})

test('a number is not in the counts, and what an operator lifts is counted anew and audited', async () => {
  const shop = await openShop({}, limited('address=2/PT6H'))
  const link = await linkOf(shop)
  for (let card = 0; card < 5; card++) await link.tries('203.0.113.9')
  const { velocity } = shop.world.app
  expect(await velocity.list(1)).toMatchObject([{ kind: 'address', subject: '203.0.113.9', step: 'challenge' }])
  expect(JSON.stringify(await shop.rows('select key from velocity.counts'))).not.toContain('4000020')
  const by = { actor: 'operator', fromWhere: 'test' }
  const { call } = await (await openPeople(shop.world)).person('support')
  const { data } = (await call('GET', '/limits?size=1')).body as { data: unknown[] }
  expect(data).toEqual([
    { kind: 'address', subject: '203.0.113.9', step: 'challenge', begun: 5, approved: 0, asked: 3, declined: 2 },
  ])
  const lift = (subject: string) =>
    call('POST', '/limits/lift', { body: { kind: 'address', subject, reason: 'a school' }, changesNothing: true })
  expect(await lift('203.0.113.9')).toMatchObject({ status: 200 })
  expect(await lift('203.0.113.1')).toMatchObject({
    status: 404,
    body: { reason: 'velocity_count_not_found' },
  })
  expect(await shop.rows(`select actor, reason from directory.audit where action = 'velocityLimitLifted'`)).toEqual([
    { actor: expect.stringMatching(/^staff /), reason: 'a school' },
  ])
  expect(await link.tries('203.0.113.9')).toBe('declined')
  await expect(velocity.lift({ by, kind: 'address', subject: '203.0.113.1' })).rejects.toThrow('Nothing is counted')
  expect(await shop.count(`directory.audit where action = 'velocityLimitLifted'`)).toBe(1)
})

test('an attempt of which nothing came is not counted, and old counts are deleted', async () => {
  const shop = await openShop({}, limited('site=50/PT10M'))
  const link = await linkOf(shop)
  for (let attempt = 0; attempt < 3; attempt++) {
    const browser = link.browser('203.0.113.9')
    const form = await browser.opens()
    // Two tabs: one of them comes too late.
    await Promise.all([browser.types(form, stolen), browser.types(form, stolen)])
  }
  const [site] = (await shop.world.app.velocity.list(10)).filter(({ kind }) => kind === 'site')
  expect([Math.round(site!.begun), Math.round(site!.declined)]).toEqual([3, 3])
  shop.world.clock.pass({ hours: 24 * 8 })
  await shop.world.app.velocity.deleteOld(Temporal.Duration.from('P365D'))
  expect([await shop.count('velocity.counts'), await shop.count('velocity.attempts')]).toEqual([0, 0])
})
