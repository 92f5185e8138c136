/**
 * The port for sending emails. Each message has a key that is stored before it is sent, and a message that is sent again
 * keeps it: a response can get lost, so a recipient may receive a message twice, but can tell that it is the same.
 */
export type Messenger = {
  /** Throws `NoResponse` if it is not known whether the message arrived. */
  send(message: Message): Promise<SendResult>
  /** How many messages may be sent at once, where it is not the number of connections. */
  atOnce?: number
  close(): Promise<void>
}

export type Message = {
  /** A UUID; the same each time this message is sent. */
  key: string
  from: Mailbox
  to: string
  replyTo: string | undefined
  /** One line. */
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}
/** A file that comes with a message; the name is plain. */
export type Attachment = { name: string; type: string; content: Buffer }
export type Mailbox = { name: string; address: string }

/**
 * `rejected`: this message will never be accepted, such as for an unknown address. `deferred`: it was not accepted, for a
 * reason that can pass. `response` is what the mail server replied, for the engineer who looks.
 */
export type SendResult = { outcome: 'sent' | 'rejected' | 'deferred'; response: string }

/** The message may or may not have arrived. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}
