import { expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { bread, newCustomer, openApiShop, typedCard } from '../world/api.ts'
import { newPerson, openBrowserOf } from '../world/dashboard-session.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'

/** How long what is over is kept: an operator says it, and a daily task deletes what is older. */

const by = { actor: 'test', fromWhere: 'test' }
const kept = {
  FLORIN_EMAILS_KEPT: 'P9D',
  FLORIN_IDEMPOTENCY_KEYS_KEPT: 'P8D',
  FLORIN_SESSIONS_KEPT: 'P2D',
  FLORIN_INVITATIONS_KEPT: 'P3D',
  FLORIN_HOLDER_EMAILS_KEPT: 'P5D',
  FLORIN_BLOCKS_KEPT: 'P2D',
}
const days = (many: number) => ({ hours: 24 * many + 1 })

test('emails and idempotency keys are deleted when the time of the configuration is over, and not before', async () => {
  const { client, ...shop } = await openApiShop({}, { environment: kept })
  const customerId = String(await newCustomer(client, { email: 'ana@example.com' }))
  const pays = () =>
    client.send('POST', '/order', { form: { ...bread, ...typedCard, customerId } }, { 'idempotency-key': 'monday' })
  const first = await pays()
  await shop.world.runUntilIdle()
  await shop.world.pass(days(7))
  expect((await pays()).data.transactionId).toBe(first.data.transactionId)
  expect(await shop.count('emails.emails where content is null')).toBe(0)

  await shop.world.pass(days(1))
  await shop.world.pass(days(1))
  expect(await shop.rows('select key from florin.idempotency_keys')).toEqual([])
  await shop.world.pass(days(1))
  expect(await shop.count('emails.emails where content is not null or address is not null')).toBe(0)
  expect(await shop.count('emails.emails')).toBeGreaterThan(0)
})

// In small: emails and idempotency keys are deleted when the time of the configuration is over, and not before
longTest(
  'a session is deleted two days after it was ended, and an invitation three days after its link has lapsed',
  async () => {
    const { world } = await openApiShop({}, { environment: kept })
    const mia = await newPerson(world)
    const browser = openBrowserOf(world)
    await browser.logIn(mia)
    expect((await browser.call('DELETE', '/session')).status).toBe(204)
    await world.app.staff.invite({ by, staffId: mia.id, link: 'shown' })
    const count = async (table: string) =>
      (await world.query(`select count(*)::int as many from access.${table}`))[0]!.many

    await world.pass(days(1))
    expect([await count('staff_sessions'), await count('staff_invitations')]).toEqual([1, 1])
    await world.pass(days(2))
    expect([await count('staff_sessions'), await count('staff_invitations')]).toEqual([0, 1])
    await world.pass(days(6))
    expect(await count('staff_invitations')).toBe(1)
    await world.pass(days(2))
    expect(await count('staff_invitations')).toBe(0)
  },
)

// In small: emails and idempotency keys are deleted when the time of the configuration is over, and not before
longTest(
  'a block is deleted two days after it has ended, and an email to a customer of a partner five days after it was made',
  async () => {
    const { world } = await openApiShop({}, { environment: kept })
    const nordwind = await openPartner(world)
    await nordwind.asApp('POST', '/auth/register/email', {
      body: { email: 'ana@example.com', password: 'Blue-Kettle-42' },
    })
    await world.app.velocity.block({
      by: { ...by, reason: 'Guesses cards.' },
      of: { kind: 'address', value: '203.0.113.9' },
      siteId: undefined,
      endsAt: world.clock.now().add(days(1)),
    })
    const left = async () => {
      const [row] = await world.query(`select (select count(*)::int from velocity.blocks) as blocks,
      (select count(*)::int from holders.emails) as emails`)
      return row
    }
    await world.pass(days(2))
    expect(await left()).toEqual({ blocks: 1, emails: 1 })
    await world.pass(days(1))
    await world.pass(days(1))
    expect(await left()).toEqual({ blocks: 0, emails: 1 })
    await world.pass(days(2))
    expect(await left()).toEqual({ blocks: 0, emails: 0 })
  },
)

test('a time that is too short is refused at the start, with the shortest that may be', () => {
  const problems = (given: Record<string, string>) => {
    try {
      readConfig(given)
      return 'none'
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(problems({ FLORIN_IDEMPOTENCY_KEYS_KEPT: 'PT167H' })).toContain(
    'FLORIN_IDEMPOTENCY_KEYS_KEPT: write at least P7D',
  )
  expect(problems({ FLORIN_EMAILS_KEPT: 'P6D' })).toContain('FLORIN_EMAILS_KEPT: write at least P7D')
  expect(problems({ FLORIN_SESSIONS_KEPT: 'PT23H' })).toContain('FLORIN_SESSIONS_KEPT: write at least P1D')
  expect(problems({ FLORIN_INVITATIONS_KEPT: 'PT1H' })).toContain('FLORIN_INVITATIONS_KEPT: write at least P1D')
  expect(problems({ FLORIN_REQUESTS_KEPT: 'PT30M' })).toContain(
    'FLORIN_REQUESTS_KEPT: write at least PT1H, and at most P100Y, or off',
  )
  expect(problems({ FLORIN_PERSONAL_DATA_KEPT: 'never' })).toContain('write a length of time, such as P3Y, or off')
  expect(problems({ FLORIN_EMAILS_KEPT: 'P101Y' })).toContain('at most P100Y')
  expect(problems({ FLORIN_EMAILS_KEPT: 'a week' })).toContain('write a length of time, such as P90D')
  expect(readConfig({ FLORIN_EMAILS_KEPT: 'P1M', FLORIN_SESSIONS_KEPT: 'PT24H' }).retention).toMatchObject({
    emails: { months: 1 },
    sessions: { hours: 24 },
    invitations: { days: 30 },
  })
})
