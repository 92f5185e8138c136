import { expect, onTestFinished, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { newPerson, openBrowserOf, password } from '../world/dashboard-session.ts'
import { openMailServer } from '../world/mail-server.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

/** Who invites a colleague does not see the link that sets the colleague's password. */

const body = { reason: 'She starts on Monday.' }

async function openInviting() {
  const server = await openMailServer()
  const FLORIN_SMTP_URL = `smtp://127.0.0.1:${server.port}`
  const world = await createWorld({ environment: { FLORIN_SMTP_URL, FLORIN_MAIL_FROM: 'office@florin.example' } })
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]()
    await server.close()
  })
  const owner = openBrowserOf(world)
  await owner.logIn(await newPerson(world))
  return { world, server, owner, eve: await newPerson(world, { role: 'support' }) }
}

test('the link goes to the address of the person, who sets a password with it, and to nobody else', async () => {
  const { world, server, owner, eve } = await openInviting()
  const invited = await owner.call('POST', `/staff/${eve.id}/invite`, body)
  expect(invited).toMatchObject({ status: 201, body: { sentTo: eve.email } })
  expect(invited.body).not.toHaveProperty('token')
  expect(server.mail).toMatchObject([{ recipients: [eve.email] }])
  const [, token] = /join#(fsi_[\w-]{43})/.exec(server.mail[0]!.text)!
  const joined = await openBrowserOf(world).call('POST', '/session/join', { token, password: `${password} twice` })
  expect(joined.status).toBeLessThan(300)

  const entries = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(eve.id) }, limit: 9 })
  const [entry] = entries.filter(({ action }) => action === 'staffInvited')
  expect(entry!.after).toMatchObject({ link: 'emailed' })
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(token)
  expect(world.logged.join('')).not.toContain(token)
  // A program invites as well: it sees no link either.
  const { call } = await (await openPeople(world)).person('owner')
  expect((await call('POST', `/staff/${eve.id}/invite`, { body })).body).toMatchObject({ sentTo: eve.email })
})

test('a mail server that does not take the message is named, and the link is not shown instead', async () => {
  const { server, owner, eve } = await openInviting()
  server.behave({ rcpt: 550 })
  const refused = await owner.call('POST', `/staff/${eve.id}/invite`, body)
  expect(refused).toMatchObject({ status: 409, body: { reason: 'invitation_not_sent' } })
  expect(JSON.stringify(refused.body)).not.toContain('fsi_')
  server.behave('accept')
  expect((await owner.call('POST', `/staff/${eve.id}/invite`, body)).status).toBe(201)
})

test('without a mail server the person who makes the link sees it, and the audit says so', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const [mia, eve] = [await newPerson(world), await newPerson(world, { role: 'support' })]
  const owner = openBrowserOf(world)
  await owner.logIn(mia)
  const invited = await owner.call('POST', `/staff/${eve.id}/invite`, body)
  expect(invited.body).toMatchObject({ token: expect.stringMatching(/^fsi_/) })
  const subject = { kind: 'staff', id: String(eve.id) } as const
  const entries = await auditEntriesOf(world.app.db, { subject, limit: 9 })
  const [entry] = entries.filter(({ action }) => action === 'staffInvited')
  expect(entry).toMatchObject({ actor: `staff ${mia.id}`, after: { link: 'shown' } })
})
