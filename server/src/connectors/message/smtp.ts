import { createTransport } from 'nodemailer'
import type { Secret } from '#kernel/base/secret.ts'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { type Egress, isCalledDirectly } from '#kernel/http/egress.ts'
import { type Message, type Messenger, NoResponse, type SendResult } from './messenger.ts'

export type SmtpSettings = {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. */
  url: Secret<string>
  /** For connecting, logging in, sending the message and its response together. */
  timeoutMs: number
  /** Connections at once; other messages wait for one. */
  connectionsMax: number
  egress?: Egress | undefined
}

/**
 * Sends through a mail server. Connections are kept for a while and used again. The password crosses the network only
 * under TLS: a server that is not on this machine must offer it, or nothing is sent.
 */
export function smtpMessenger(settings: SmtpSettings): Messenger {
  const transport = transportOf(settings)
  return {
    send: (message) => send(transport, message, settings.timeoutMs),
    close: async () => transport.close(),
  }
}

/** Connects and logs in, and sends nothing. Returns why that fails, in the words of the server or of the library. */
export async function smtpProblem(settings: SmtpSettings): Promise<string | undefined> {
  const transport = transportOf(settings)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

const transportOf = ({ url, timeoutMs, connectionsMax, egress }: SmtpSettings) =>
  createTransport({
    url: url.reveal(),
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    // The pool retries once if a connection is closed during a message; after that our own schedule decides.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    requireTLS: !isThisMachine(url),
    ...proxyFor(url, egress),
    // The content of an email is never read as the name of a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
const messagesPerConnectionMax = 100

/** The library asks a proxy for the mail server by HTTP CONNECT. */
function proxyFor(url: Secret<string>, egress: Egress | undefined): { proxy?: string } {
  const { hostname = '', port = '', protocol } = URL.parse(url.reveal()) ?? {}
  const isDirect =
    !egress ||
    isThisMachine(url) ||
    isCalledDirectly(egress, { hostname, port: Number(port || (protocol === 'smtps:' ? 465 : 587)) })
  return isDirect ? {} : { proxy: egress.proxy.reveal() }
}

/** Whether the mail server is on this machine, so that no network can be listened to. */
export function isThisMachine(url: Secret<string>): boolean {
  const hostname = URL.parse(url.reveal())?.hostname ?? ''
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

type Transport = { sendMail(mail: object): Promise<{ response?: string }> }

async function send(transport: Transport, message: Message, timeoutMs: number): Promise<SendResult> {
  assertOutsideTransaction('an email')
  const { key, from, to, replyTo, subject, text, html, attachments = [] } = message
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
      attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
      // Automatic responders do not answer automatic emails (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref-ID': key },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { outcome: 'sent', response }
  } catch (error) {
    return resultOf(error as SmtpError)
  }
}

/** The same each time a message is sent, so that mail programs show a repeated one once. */
const messageIdOf = ({ key, from }: Message): string => `<${key}@${from.address.split('@').at(-1)}>`

type SmtpError = Error & {
  code?: string
  /** The system's code, if the library has another one. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  syscall?: string
}

/**
 * What an error of the library means. The server's response decides: a permanent failure (5xx) of the recipient or of
 * the message is `rejected`. A failure of the sender or the login is ours to correct, so it is `deferred` whatever its
 * code. Without a response, only an error before anything was sent proves that the message did not arrive.
 */
function resultOf(error: SmtpError): SendResult {
  const { code = '', originalCode = '', command = '', responseCode, response, message } = error
  if (responseCode !== undefined) {
    const aboutThis = command === 'RCPT TO' || command === 'DATA'
    return { outcome: aboutThis && responseCode >= 500 ? 'rejected' : 'deferred', response: response ?? message }
  }
  const early = beforeSending.has(code) || distrusted.test(originalCode) || error.syscall === 'connect'
  if (early) return { outcome: 'deferred', response: message }
  // An address or a text that SMTP cannot carry.
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'rejected', response: message }
  throw new NoResponse(message, { cause: error })
}
const beforeSending = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH'])
/** The codes of Node.js for a certificate that it does not trust. */
const distrusted = /^(?:CERT_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_)/
