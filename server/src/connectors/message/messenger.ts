/**
 * The way out for letters. Each message has a key that we made and wrote down before it is sent, and a message that is
 * sent again keeps it: an answer can get lost, so who reads may get a message twice, but can tell that it is the same.
 */
export type Messenger = {
  /** Throws `NoResponse` when nobody knows whether the message arrived. */
  send(message: Message): Promise<SendAnswer>
  close(): Promise<void>
}

export type Message = {
  /** A UUID; the same for every sending of this message. */
  key: string
  from: Mailbox
  to: string
  replyTo: string | undefined
  /** One line. */
  subject: string
  text: string
  html: string
}
export type Mailbox = { name: string; address: string }

/**
 * `refused`: this message will never be taken, such as for an address that nobody has. `later`: it was not taken, for a
 * reason that can pass. `said` is what the other side said, for the engineer who looks.
 */
export type SendAnswer = { outcome: 'sent' | 'refused' | 'later'; said: string }

/** The message may or may not have arrived. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}
