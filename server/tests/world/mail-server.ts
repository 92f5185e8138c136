import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ArrivedMail, readMail } from './read-mail.ts'

/**
 * How the server treats mail from now on. `silent`: it takes the message and replies only on `release`. `cut`: it hangs
 * up instead.
 */
export type MailManner = 'accept' | 'silent' | 'cut' | { rcpt?: number; data?: number; mail?: number; say?: string }

/** A real mail server on a port of its own. */
export type MailServer = AsyncDisposable & {
  url: string
  port: number
  /** Everything it has accepted, in order; including mail without a reply yet. */
  mail: readonly ArrivedMail[]
  /** Waits for the next message that comes in whole, taken or not. */
  next(): Promise<ArrivedMail>
  behave(manner: MailManner): void
  /** Says of every message that it was silent about that it is taken. */
  release(): void
  /** How many clients have logged in or tried to. */
  logins: readonly { user: string; pass: string }[]
  connections(): number
  close(): Promise<void>
}

type Input = Partial<SMTPServerOptions> & { login?: { user: string; pass: string }; port?: number }

export async function openMailServer({ login, port = 0, ...options }: Input = {}): Promise<MailServer> {
  const mail: ArrivedMail[] = []
  const waiting: ((one: ArrivedMail) => void)[] = []
  const logins: { user: string; pass: string }[] = []
  const held: (() => void)[] = []
  let manner: MailManner = 'accept'
  let connections = 0
  const server: SMTPServer = new SMTPServer({
    disabledCommands: login ? [] : ['AUTH', 'STARTTLS'],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    closeTimeout: 1,
    ...options,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onAuth: ({ username = '', password = '' }, _session, done) => {
      logins.push({ user: username ?? '', pass: password ?? '' })
      const right = login?.user === username && login.pass === password
      return right ? done(null, { user: username }) : done(refusal(535, 'who are you'))
    },
    onMailFrom: (_address, _session, done) => done(codeIn(manner, 'mail')),
    onRcptTo: (_address, _session, done) => done(codeIn(manner, 'rcpt')),
    onData: async (stream, session, done) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of stream) chunks.push(chunk as Uint8Array)
      const code = codeIn(manner, 'data')
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const one = readMail(Buffer.concat(chunks), to)
      if (!code) mail.push(one)
      waiting.shift()?.(one)
      if (manner === 'silent') return void held.push(() => done(null, 'kept'))
      if (manner === 'cut') {
        for (const connection of server.connections) (connection as unknown as { _socket: Socket })._socket.destroy()
        return
      }
      done(code, 'kept')
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://${login ? `${login.user}:${login.pass}@` : ''}127.0.0.1:${own}`,
    port: own,
    mail,
    logins,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    connections: () => connections,
    behave: (next) => {
      manner = next
    },
    release: () => {
      for (const say of held.splice(0)) say()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function codeIn(manner: MailManner, step: 'mail' | 'rcpt' | 'data'): Error | null {
  const code = typeof manner === 'object' ? manner[step] : undefined
  return code === undefined ? null : refusal(code, (manner as { say?: string }).say ?? 'not this one')
}

const refusal = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code })
