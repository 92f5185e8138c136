import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { openLinkBrowser } from '../world/link-browser.ts'
import { noLimits } from '../world/no-limits.ts'
import { officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'

const stolen = { number: '4000 0200 0000 2006', expiry: '12/34' }
/** Its bank knows the shopper by their browser. */
const known = { number: '4111 1111 1111 1111', expiry: '12/26' }
/** Its bank always asks. */
const asking = { number: '5555 5555 5555 5599', expiry: '12/34' }

/** A link with this limit and no other, and somebody at an address of their own who tries a card on it. */
async function openLink(limit: string) {
  const shop = await openShop(
    {},
    { environment: { FLORIN_PUZZLE_BITS: '4', FLORIN_VELOCITY_LIMITS: `${noLimits},${limit}` } },
  )
  const hash = await officeOf(shop).makes()
  let shoppers = 0
  const visits = async (card: typeof known) => {
    const browser = openLinkBrowser(shop.world, { hash, ip: `203.0.113.${++shoppers}`, hasScript: true })
    const page = await browser.types(await browser.opens(), card)
    return { page, confirms: () => browser.confirms(page) }
  }
  const count = async (kind = 'link') => {
    const found = (await shop.world.app.velocity.list(20)).find((one) => one.kind === kind)!
    const [begun, approved, asked, declined] = [found.begun, found.approved, found.asked, found.declined].map(
      Math.round,
    )
    return { step: found.step, begun, approved, asked, declined }
  }
  return { shop, count, visits, tries: async (card: typeof known) => seen((await visits(card)).page.text) }
}

function seen(text: string): string {
  const messages = messagesOf(text)
  if (messages.includes('Thank you')) return 'paid'
  if (messages.includes('Your bank wants to be sure')) return 'bank'
  return messages.includes('The payment did not go through') ? 'declined' : messages
}

test('from half of its limit on, the bank authenticates each card of a link, which a shopper whom it knows does not notice', async () => {
  const { shop, tries } = await openLink('link=6/PT10M')
  const paidHow = async () =>
    (await shop.rows(`select three_d_secure as how from payments.payments where status = 'captured' order by id`)).map(
      ({ how }) => how,
    )
  expect(await tries(known)).toBe('paid')
  for (let card = 0; card < 4; card++) expect(await tries(stolen)).toBe('declined')
  expect(await tries(known)).toBe('paid')
  expect(await paidHow()).toEqual(['none', 'frictionless'])
})

test('whom a bank asks first learns nothing, so that however many are tried no shopper has to confirm for it', async () => {
  const { tries, count } = await openLink('link=6/PT10M')
  for (let card = 0; card < 4; card++) expect(await tries(stolen)).toBe('declined')
  for (let card = 0; card < 12; card++) expect(await tries(asking)).toBe('bank')
  expect(await count()).toEqual({ step: 'authenticate', begun: 16, approved: 0, asked: 12, declined: 4 })
  expect(await tries(known)).toBe('paid')
})

test('who confirms with the bank is counted as approved, and who is declined after that learned nothing new', async () => {
  const { shop, visits, count } = await openLink('link=6/PT10M')
  await shop.world.app.directory.changeSite({
    by: { actor: 'operator', fromWhere: 'test' },
    siteId: shop.site.id,
    changes: { underAttack: true },
  })
  expect(seen((await (await visits(known)).confirms()).text)).toBe('paid')
  expect(seen((await (await visits(stolen)).confirms()).text)).toBe('declined')
  await visits(stolen)
  expect(await count()).toEqual({ step: 'allow', begun: 3, approved: 1, asked: 2, declined: 0 })
})

// In small: from half of its limit on, the bank authenticates each card of a link, which a shopper whom it knows does not notice
longTest(
  'cards that come at the same moment are challenged beyond the limit, and many good ones are not held for it',
  async () => {
    const { shop, visits, tries, count } = await openLink('link=6/PT10M')
    const all = await Promise.all(Array.from({ length: 16 }, () => visits(known)))
    const ends = all.map(({ page }) => seen(page.text))
    expect(ends.filter((end) => end === 'bank').length).toBeLessThanOrEqual(10)
    for (const { page, confirms } of all) if (seen(page.text) === 'bank') await confirms()
    expect(await count()).toEqual({ step: 'allow', begun: 16, approved: 16, asked: 0, declined: 0 })
    expect(await tries(known)).toBe('paid')
    expect(await shop.count('payments.payments')).toBe(17)
  },
)

// In small: approved payments earn a link its declines; what was counted fades, but for some hours an attack is not forgotten
longTest('an attacker who is patient is below every short limit, and beyond the one of a day', async () => {
  const { shop, tries, count } = await openLink('link=6/PT10M,link_day=8/PT24H')
  const learned: string[] = []
  for (let card = 0; card < 12; card++) {
    learned.push(await tries(stolen))
    await shop.world.pass({ minutes: 30 })
  }
  expect(learned.filter((end) => end === 'declined').length).toBeLessThanOrEqual(10)
  expect(learned.slice(-2)).toEqual(['bank', 'bank'])
  expect(await count()).toMatchObject({ step: 'allow' })
  const by = { actor: 'operator', fromWhere: 'test' }
  const { subject } = (await shop.world.app.velocity.list(20)).find(({ kind }) => kind === 'link_day')!
  await shop.world.app.velocity.lift({ by, kind: 'link', subject })
  expect(await tries(stolen)).toBe('declined')
})
