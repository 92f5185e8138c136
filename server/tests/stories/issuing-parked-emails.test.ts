import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { type HolderEmailId, listParkedEmails, resendParkedEmail } from '#issuing/holders'
import { openCommandLine } from '../recordings/command-line.ts'
import { codeIn } from '../world/mail.ts'
import { type MailServer, openMailServer } from '../world/mail-server.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

test('emails to customers that were parked are listed without content, and sent again while their code works', async () => {
  await using server = await openMailServer()
  const environment = { FLORIN_SMTP_URL: server.url, FLORIN_MAIL_FROM: 'payments@florin.example' }
  await using world = await createWorld({ ownTime: true, environment })
  const nordwind = await openPartner(world)
  const { runs } = openCommandLine(world)
  const register = (email: string) =>
    nordwind.asApp('POST', '/auth/register/email', { body: { email, password: 'Blue-Kettle-42' } })
  const listed = async () => (await runs(['customer', 'emails', 'list'])).printed
  const resend = (id: string) => runs(['customer', 'emails', 'resend', id])

  expect(await listed()).toBe('There are none.')
  server.behave({ rcpt: 550, say: 'no mailbox ana@example.com here' })
  await register('ana@example.com')
  await world.runUntilIdle()
  const list = await listed()
  expect(list).toContain('registration-code')
  expect(list).toContain('no mailbox (address) here')
  expect(list).not.toContain('ana@example.com')

  const operator = await (await openPeople(world)).person('support')
  const { body } = await operator.call('GET', '/parked-emails?to=customers')
  expect(body.data).toMatchObject([
    { id: '1', ownerId: '501', kind: 'registration-code', lastResponse: expect.stringContaining('(address)') },
  ])
  server.behave('accept')
  expect((await resend('1')).printed).toBe('It will be sent again.')
  await world.runUntilIdle()
  expect(server.mail).toHaveLength(1)
  expect(codeIn({ text: server.mail[0]!.text })).toMatch(/^\d{6}$/)
  expect(
    (await auditEntriesOf(world.app.db, { subject: { kind: 'customerEmail', id: '1' }, limit: 1 }))[0],
  ).toMatchObject({ action: 'customerEmailResent', actor: 'operator' })
  expect((await resend('1')).error).toMatchObject({ code: 'parked_email_not_found' })
})

describe('a code that works no more', () => {
  let server: MailServer
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    server = await openMailServer()
    const environment = { FLORIN_SMTP_URL: server.url, FLORIN_MAIL_FROM: 'payments@florin.example' }
    world = await createWorld({ environment })
    nordwind = await openPartner(world)
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
    await server.close()
  })
  const register = async (email: string) => {
    await nordwind.asApp('POST', '/auth/register/email', { body: { email, password: 'Blue-Kettle-42' } })
    const [newest] = await world.query('select max(id) as id from holders.emails')
    return newest!.id as HolderEmailId
  }
  const by = { actor: 'test', fromWhere: 'test' }

  test('is not sent when the mail server is back', async () => {
    const id = await register('late@example.com')
    world.clock.pass({ minutes: 10 })
    await world.runUntilIdle()
    expect(server.mail).toEqual([])
    expect(await world.query(`select status, last_response from holders.emails where id = ${id}`)).toEqual([
      { status: 'parked', last_response: 'not sent: its time is over' },
    ])
  })

  test('is not sent again, and its content is deleted within an hour', async () => {
    server.behave({ rcpt: 550 })
    const id = await register('ben@example.com')
    await world.runUntilIdle()
    const content = () => world.query(`select 1 from holders.emails where id = ${id} and sealed is not null`)
    expect(await content()).toHaveLength(1)
    world.clock.pass({ minutes: 10 })
    await expect(resendParkedEmail(world.app, { by, id })).rejects.toMatchObject({ code: 'parked_email_expired' })
    await world.pass({ hours: 1 })
    expect(await content()).toEqual([])
    expect(await listParkedEmails(world.app, { partnerId: nordwind.partner.id, limit: 1 })).toMatchObject([
      { id, sendableUntil: undefined },
    ])
  })
})
