import { expect, onTestFinished, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { newPerson, openBrowserOf, password } from '../world/dashboard-session.ts'
import { longTest } from '../world/length.ts'
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

test('a link that was sent is open, is revoked or lapses, and is sent anew; the list of people says so', async () => {
  const { world, server, owner } = await openInviting()
  const added = { ...body, name: 'Eve', email: 'eve@crumb.example', role: 'support' }
  const { id } = (await owner.call('POST', '/staff', added)).body
  const seen = async () => {
    const { data } = (await owner.call('GET', '/staff?role=support')).body
    const { hasPassword, invitation } = data.find((one: { id: string }) => one.id === id)
    return [hasPassword, invitation?.status]
  }
  const invites = async () => {
    expect((await owner.call('POST', `/staff/${id}/invite`, body)).status).toBe(201)
    return /join#(fsi_[\w-]{43})/.exec(server.mail.at(-1)!.text)![1]!
  }
  const joins = (token: string) =>
    openBrowserOf(world).call('POST', '/session/join', { token, password: `${password} twice` })
  expect(await seen()).toEqual([false, undefined])
  const revoked = await invites()
  expect(await seen()).toEqual([false, 'open'])
  expect((await owner.call('POST', `/staff/${id}/invitation/revoke`, body)).status).toBe(200)
  expect(await seen()).toEqual([false, undefined])
  expect((await joins(revoked)).body).toMatchObject({ reason: 'invitation_over' })
  expect(await owner.call('POST', `/staff/${id}/invitation/revoke`, body)).toMatchObject({
    ...{ status: 409, body: { reason: 'no_open_invitation' } },
  })

  expect((await joins(await invites())).status).toBeLessThan(300)
  expect(await seen()).toEqual([true, undefined])
})

// In small: a link that was sent is open, is revoked or lapses, and is sent anew; the list of people says so
longTest('a link of a week ago has lapsed, and is revoked as one that is open', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { id } = await newPerson(world, { role: 'support' })
  const by = { actor: 'test', fromWhere: 'test' }
  await world.app.staff.invite({ by, staffId: id, link: 'shown' })
  world.clock.pass({ hours: 24 * 7 })
  const { call } = await (await openPeople(world)).person('owner')
  expect((await call('GET', `/staff/${id}`)).body).toMatchObject({ invitation: { status: 'lapsed' } })
  await world.app.staff.revokeInvitation({ by, staffId: id })
  expect((await call('GET', `/staff/${id}`)).body).not.toHaveProperty('invitation')
})

test('in staging without a mail server the person who makes the link sees it, and the audit says so', async () => {
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
