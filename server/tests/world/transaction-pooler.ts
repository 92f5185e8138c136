import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A pooler in transaction mode, as small as can be: it speaks the simple protocol, and each transaction of a client gets
 * the connection that was free last, as PgBouncer does it.
 */
export async function openTransactionPooler(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const free: pg.Client[] = []
  const all: pg.Client[] = []
  const take = async (): Promise<pg.Client> => {
    const kept = free.pop()
    if (kept) return kept
    const made = new pg.Client({ connectionString: url })
    await made.connect()
    all.push(made)
    return made
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket, take, (client) => void free.push(client))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = server.address() as { port: number }
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all(all.map((client) => client.end()))
    },
  }
}

function serve(socket: Socket, take: () => Promise<pg.Client>, free: (client: pg.Client) => void): void {
  let isGreeted = false
  let isInTransaction = false
  let held: pg.Client | undefined
  socket.on('data', async (data) => {
    if (!isGreeted) {
      isGreeted = true
      return void socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]))
    }
    if (data.toString('latin1', 0, 1) !== 'Q') return
    const text = data.toString('utf8', 5, data.length - 1)
    held ??= await take()
    const { rows, fields, command } = await held.query<Record<string, unknown>>(text)
    isInTransaction = text === 'begin' || (isInTransaction && text !== 'commit')
    if (!isInTransaction) {
      free(held)
      held = undefined
    }
    const names = fields.map(({ name }) => name)
    const ready = message('Z', Buffer.from(isInTransaction ? 'T' : 'I'))
    socket.write(Buffer.concat([...rowsOf(names, rows), done(command), ready]))
  })
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number): Buffer => int32(value).subarray(2)
const message = (type: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
const done = (command: string): Buffer => message('C', Buffer.from(`${command}\0`))

/** Every value as a text of PostgreSQL's type 25. */
function rowsOf(names: readonly string[], rows: readonly Record<string, unknown>[]): Buffer[] {
  if (names.length === 0) return []
  const described = names.map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  )
  const data = rows.map((row) => {
    const values = names.map((name) => Buffer.from(String(row[name])))
    return message(
      'D',
      Buffer.concat([int16(names.length), ...values.flatMap((value) => [int32(value.length), value])]),
    )
  })
  return [message('T', Buffer.concat([int16(names.length), ...described])), ...data]
}
