import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Attachment, Message, Messenger } from './messenger.ts'

export type MessengerUnderTest = { messenger: Messenger; arrived(): Promise<readonly Arrived[]> }
/** A message as its recipient finds it. `name` is what a mail program recognises a message by. */
export type Arrived = {
  name: string
  fromName: string
  fromAddress: string
  to: readonly string[]
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[] | undefined
}

/** What every messenger must do: the rules of the port, tested from the outside. */
export function messengerConformance(name: string, make: () => Promise<MessengerUnderTest>): void {
  describe(name, () => {
    test('carries a message to its recipient unchanged', async () => {
      const { messenger, arrived } = await make()
      const message = email({ replyTo: 'hello@crumb.example' })
      expect((await messenger.send(message)).outcome).toBe('sent')
      const { from, to, replyTo, subject, text, html } = message
      expect(await arrived()).toMatchObject([
        { fromName: from.name, fromAddress: from.address, to: [to], replyTo, subject, text, html },
      ])
    })

    test.each([
      ['of every script', 'Brutăria „Florin & Fii” · Пекарня · מאפייה 🥐'],
      ['with quotes, commas and angle brackets', 'Crumb, "Co" <evil@example.com>; x'],
      ['that is very long', 'ă'.repeat(900)],
    ])('carries names and lines %s', async (_what, line) => {
      const { messenger, arrived } = await make()
      const text = `${line}\n.\n.dot\nFrom here\n${line}`
      await messenger.send({
        ...email(),
        from: { name: line, address: 'payments@florin.example' },
        subject: line,
        text,
      })
      expect(await arrived()).toMatchObject([
        { fromName: line, fromAddress: 'payments@florin.example', to: ['ana@example.com'], subject: line, text },
      ])
    })

    test('reaches one recipient, whatever the names contain', async () => {
      const { messenger, arrived } = await make()
      const evil = 'Bread\r\nBcc: eve@example.com\r\n\r\n<p>another email'
      await messenger.send({ ...email(), from: { name: evil, address: 'payments@florin.example' }, subject: evil })
      const [one, ...others] = await arrived()
      expect(others).toEqual([])
      expect(one).toMatchObject({ to: ['ana@example.com'], text: email().text, html: email().html })
    })

    test('sends a repeated message under the same name', async () => {
      const { messenger, arrived } = await make()
      const [one, other] = [email(), email()]
      await messenger.send(one)
      await messenger.send(one)
      await messenger.send(other)
      expect(new Set((await arrived()).map(({ name }) => name)).size).toBe(2)
    })

    test('carries files as they are', async () => {
      const { messenger, arrived } = await make()
      const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))
      const attachments = [{ name: 'invoice-F-1.pdf', type: 'application/pdf', content }]
      await messenger.send({ ...email(), attachments })
      expect(await arrived()).toMatchObject([{ text: email().text, attachments }])
    })

    test('carries many at once', async () => {
      const { messenger, arrived } = await make()
      const many = Array.from({ length: 40 }, (_, index) => ({ ...email(), subject: `email ${index}` }))
      const results = await Promise.all(many.map((message) => messenger.send(message)))
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['sent']))
      const subjects = (await arrived()).map(({ subject }) => subject)
      expect(subjects.toSorted()).toEqual(many.map(({ subject }) => subject).toSorted())
    })
  })
}

export const email = (input: Partial<Message> = {}): Message => ({
  key: randomUUID(),
  from: { name: 'Crumb & Co.', address: 'payments@florin.example' },
  to: 'ana@example.com',
  replyTo: undefined,
  subject: 'Receipt from Crumb & Co.: €9.90',
  text: 'Thank you.\n\nAmount: €9.90\n',
  html: '<!doctype html><p style="margin:0">Amount: <bdi>€9.90</bdi></p>',
  ...input,
})
