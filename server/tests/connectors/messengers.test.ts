import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { email, messengerConformance } from '#connectors/message/conformance.ts'
import { emailsIn, mailboxMessenger } from '#connectors/message/mailbox.ts'
import { type Messenger, NoResponse } from '#connectors/message/messenger.ts'
import { isThisMachine, smtpMessenger } from '#connectors/message/smtp.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { type MailServer, openMailServer } from '../world/mail-server.ts'
import { handClock } from '../world/world.ts'

let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

messengerConformance('the mailbox of staging', async () => {
  const before = (await emailsIn(db, { limit: 1 }))[0]?.id ?? 0n
  const messenger = mailboxMessenger({ db, clock: handClock(Temporal.Instant.from('2026-05-04T10:00:00Z')) })
  const arrived = async () => {
    const emails = (await emailsIn(db, { limit: 100 })).filter(({ id }) => id > before).toReversed()
    return emails.map(({ key, from, to, ...rest }) => ({
      name: key,
      fromName: from.name,
      fromAddress: from.address,
      to: [to],
      ...rest,
    }))
  }
  return { messenger, arrived }
})

messengerConformance('a mail server', async () => {
  const { server, messenger } = await openPost()
  const arrived = async () =>
    server.mail.map(({ header, recipients, text, html, files }) => {
      const [, name = '', address = ''] = /^(?:"?((?:[^"\\]|\\.)*)"? )?<?([^<>]*)>?$/.exec(header('from') ?? '') ?? []
      return {
        name: header('message-id') ?? '',
        fromName: name.replaceAll(/\\(.)/g, '$1'),
        fromAddress: address,
        to: recipients,
        replyTo: header('reply-to'),
        subject: header('subject') ?? '',
        text,
        html,
        attachments: files,
      }
    })
  return { messenger, arrived }
})

async function openPost(input: Parameters<typeof openMailServer>[0] = {}) {
  const server = await openMailServer(input)
  return { server, messenger: postTo(server.url) }
}

/** The messenger is closed before its server: it leaves no connection behind. */
function postTo(address: string, timeoutMs = 10_000): Messenger {
  const messenger = smtpMessenger({ url: new Secret(address), timeoutMs, connectionsMax: 3 })
  onTestFinished(() => messenger.close())
  return messenger
}

describe('a mail server that', () => {
  test.each([
    ['has no such reader', { rcpt: 550 }, 'rejected'],
    ['does not take the message for good', { data: 554 }, 'rejected'],
    ['is greylisting', { rcpt: 451 }, 'deferred'],
    ['has no room now', { data: 452 }, 'deferred'],
    ['does not want the sender', { mail: 550 }, 'deferred'],
  ] as const)('%s: %j is %s', async (_what, manner, outcome) => {
    const { server, messenger } = await openPost()
    server.behave({ ...manner, say: 'sorry, not today' })
    expect(await messenger.send(email())).toEqual({ outcome, response: expect.stringContaining('sorry, not today') })
    expect(server.mail).toEqual([])
    server.behave('accept')
    expect((await messenger.send(email())).outcome).toBe('sent')
  })

  test('closes the connection behind the message leaves the result unknown', async () => {
    const { server, messenger } = await openPost()
    server.behave('cut')
    await expect(messenger.send(email())).rejects.toThrow(NoResponse)
  })

  test('accepts the message without a response leaves the result unknown, in time', async () => {
    const { server, messenger } = await openPost()
    const hasty = postTo(server.url, 300)
    server.behave('silent')
    await expect(hasty.send(email())).rejects.toThrow(NoResponse)
    server.behave('accept')
    expect((await messenger.send(email())).outcome).toBe('sent')
  })

  test('is not there is tried later', async () => {
    const { server, messenger } = await openPost()
    await server.close()
    expect(await messenger.send(email())).toMatchObject({ outcome: 'deferred' })
  })

  test('has an unknown name is tried later', async () => {
    const messenger = postTo('smtp://localhost.invalid:25')
    expect(await messenger.send(email())).toMatchObject({ outcome: 'deferred' })
  })

  test('has a certificate that is not trusted receives nothing, and is tried later', async () => {
    // Its certificate is self-signed.
    const { server, messenger } = await openPost({ disabledCommands: ['AUTH'] })
    expect(await messenger.send(email())).toMatchObject({
      outcome: 'deferred',
      response: expect.stringContaining('certificate'),
    })
    expect(server.mail).toEqual([])
  })

  test('rejects our password is tried later, since we can correct it', async () => {
    const { server } = await openPost({ login: { user: 'florin', pass: 'right' }, disabledCommands: ['STARTTLS'] })
    const messenger = postTo(`smtp://florin:wrong@127.0.0.1:${server.port}`)
    expect(await messenger.send(email())).toMatchObject({ outcome: 'deferred' })
    expect(server.mail).toEqual([])
  })

  test('needs our password receives it, with characters that an address must escape', async () => {
    const login = { user: 'florin@pay.example', pass: 'a/b@c:d%' }
    const server = await openMailServer({ login, disabledCommands: ['STARTTLS'] })
    const escaped = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`
    const messenger = postTo(`smtp://${escaped}@127.0.0.1:${server.port}`)
    expect((await messenger.send(email())).outcome).toBe('sent')
    expect(server.logins).toEqual([login])
  })
})

test('connections are used again, and no more are open than are allowed', async () => {
  const { server, messenger } = await openPost()
  await Promise.all(Array.from({ length: 30 }, () => messenger.send(email())))
  expect(server.mail).toHaveLength(30)
  expect(server.connections()).toBeLessThanOrEqual(3)
})

test.each([
  ['ană@exemplu.ro', 'ană@exemplu.ro'],
  ['ana@brutărie.example', 'ana@brutărie.example'],
])('writes to %s', async (to, recipient) => {
  const { server, messenger } = await openPost()
  expect((await messenger.send(email({ to }))).outcome).toBe('sent')
  expect(server.mail[0]?.recipients).toEqual([recipient])
})

test('an address that tries to be two is refused, or the only recipient', async () => {
  const { server, messenger } = await openPost()
  const strange = [
    'ana@example.com, eve@example.com',
    'Eve <eve@example.com>',
    'ana@example.com\r\nRCPT TO:<eve@example.com>',
  ]
  for (const to of strange) {
    const result = await messenger.send(email({ to }))
    expect([to, result.outcome]).toEqual([to, 'rejected'])
  }
  expect(server.mail).toEqual([])
})

test('an email asks for no automatic reply, and keeps one message id wherever it goes', async () => {
  const { server, messenger } = await openPost()
  const message = email()
  await messenger.send(message)
  const [mail] = server.mail as MailServer['mail']
  expect(mail?.header('message-id')).toBe(`<${message.key}@florin.example>`)
  expect(mail?.header('auto-submitted')).toBe('auto-generated')
})

test.each([
  ['smtp://mail.example:587', false],
  ['smtp://127.0.0.1.example', false],
  ['smtp://localhost.example', false],
  ['smtp://user:pass@localhost:25', true],
  ['smtp://127.0.0.1:25', true],
  ['smtp://[::1]:25', true],
])('%s needs no TLS: %s', (address, own) => {
  expect(isThisMachine(new Secret(address))).toBe(own)
})
