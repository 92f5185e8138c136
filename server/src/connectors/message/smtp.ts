import { createTransport } from 'nodemailer'
import type { Secret } from '#kernel/base/secret.ts'
import { type Message, type Messenger, NoResponse, type SendAnswer } from './messenger.ts'

export type SmtpSettings = {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. */
  url: Secret<string>
  /** For everything together: connecting, logging in, saying the message, hearing what became of it. */
  timeoutMs: number
  /** Connections at once; what comes beyond waits for one. */
  connectionsMax: number
}

/**
 * Sends through a mail server. Connections are kept for a while and used again. The password crosses the network only
 * under TLS: what is not this machine itself must offer it, or nothing is sent.
 */
export function smtpMessenger({ url, timeoutMs, connectionsMax }: SmtpSettings): Messenger {
  const transport = createTransport({
    url: url.reveal(),
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    // A connection that is closed under a message is tried once more by the pool; beyond that our own schedule counts.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    requireTLS: !isThisMachine(url),
    // What stands in a letter is never taken for the name of a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: (message) => send(transport, message, timeoutMs),
    close: async () => transport.close(),
  }
}
const messagesPerConnectionMax = 100

/** Whether the mail server is on this machine, where a network between cannot listen. */
export function isThisMachine(url: Secret<string>): boolean {
  const hostname = URL.parse(url.reveal())?.hostname ?? ''
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

type Transport = { sendMail(mail: object): Promise<{ response?: string }> }

async function send(transport: Transport, message: Message, timeoutMs: number): Promise<SendAnswer> {
  const { key, from, to, replyTo, subject, text, html } = message
  try {
    const { response = '' } = await transport.sendMail({
      messageId: messageIdOf(message),
      from,
      // As an object, so that no part of it is read as a second address.
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      subject,
      text,
      html,
      // No robot answers a letter that was written by one (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref-ID': key },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { outcome: 'sent', said: response }
  } catch (error) {
    return answerIn(error as SmtpError)
  }
}

/** The same for every sending of a message, so that mail programs show one that came twice only once. */
const messageIdOf = ({ key, from }: Message): string => `<${key}@${from.address.split('@').at(-1)}>`

type SmtpError = Error & {
  code?: string
  /** What the system called it, where the library has a name of its own. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  syscall?: string
}

/**
 * What an error of the library means. What the server has said counts: a lasting no (5xx) to the recipient or to the
 * message itself is a refusal. A no to the sender or the login is ours to mend, so it is `later` however it is numbered.
 * Without a word of the server's, only what goes wrong before anything was said is known not to have arrived.
 */
function answerIn(error: SmtpError): SendAnswer {
  const { code = '', originalCode = '', command = '', responseCode, response, message } = error
  if (responseCode !== undefined) {
    const aboutThis = command === 'RCPT TO' || command === 'DATA'
    return { outcome: aboutThis && responseCode >= 500 ? 'refused' : 'later', said: response ?? message }
  }
  const early = beforeAnything.has(code) || distrusted.test(originalCode) || error.syscall === 'connect'
  if (early) return { outcome: 'later', said: message }
  // An address or a text that cannot be said in this protocol.
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', said: message }
  throw new NoResponse(message, { cause: error })
}
const beforeAnything = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH'])
/** How Node.js calls a certificate that it does not trust. */
const distrusted = /^(?:CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_)/
