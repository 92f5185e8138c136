import { createServer, type Socket } from 'node:net'
import { createServer as createSecureServer, type TlsOptions } from 'node:tls'
import { type HostLedger, openLedger } from './ledger.ts'
import { codeOf, type Fields, parse, print } from './wire.ts'

/**
 * What the host does with one message instead of answering it.
 *
 * - `never arrives`: it is lost on the way
 * - `answer is lost`: the host acts, and its answer is lost
 * - `answered late`: the host acts, and answers when `release` is called
 * - `answered twice`: two equal answers
 * - `cut before it is read`: the line breaks, and the host has not acted
 * - `cut within the answer`: the host acts, and the line breaks in the middle of its answer
 * - `forged`: the host acts, and its answer has a wrong authentication code
 * - `trouble`: the host is busy (96) and does not act
 * - `in progress`: the host acts, and says that it is at it (09)
 * - `unlisted`: the host acts, and answers with a code that no table has
 * - `refused`: the host refuses it (12) when it comes first, does not act, and would take it when it comes again
 */
export type Mishap =
  | 'never arrives'
  | 'answer is lost'
  | 'answered late'
  | 'answered twice'
  | 'cut before it is read'
  | 'cut within the answer'
  | 'forged'
  | 'trouble'
  | 'in progress'
  | 'unlisted'
  | 'refused'
  | 'duplicate'

export type EmulatedHost = {
  port: number
  ledger: HostLedger
  /** The types and numbers of what arrived, without those about the line. */
  readonly received: readonly { type: string; stan: string; message: Fields }[]
  readonly signOns: number
  readonly signOffs: number
  /** What is done with the next message of this type; repeats count as their first. */
  next(type: string, mishap: Mishap): void
  /** What is done with each message that `next` says nothing of. Undefined: no message has a mishap. */
  mishapsAtRandom(choose: ((type: string) => Mishap | undefined) | undefined): void
  /** How many messages have had a mishap. */
  readonly mishapsMet: number
  /** The next sign-on is not answered. */
  loseSignOn(): void
  /** Resolves when so many messages of the type have arrived. */
  arrived(type: string, count?: number): Promise<void>
  /** Resolves when more messages have arrived than so many. */
  arrivedAfter(count: number): Promise<void>
  /** Sends the answers that were held back, the last one first. */
  release(): void
  /** Sends an echo of its own; resolves to the code of the answer. */
  echo(): Promise<string>
  /** Breaks all lines; the host is there again at once, and remembers what it has answered. */
  restart(): void
  /** Breaks all lines, and takes no new ones until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

type Means = { macKey?: Buffer; ledger?: HostLedger; tls?: TlsOptions }

/** A host with a TPDU, packed digits and a binary bitmap, that wants to be signed on to. */
export async function emulateHost({ macKey, ledger = openLedger(), tls }: Means = {}): Promise<EmulatedHost> {
  const lines = new Set<Socket>()
  const received: { type: string; stan: string; message: Fields }[] = []
  const mishaps = new Map<string, Mishap[]>()
  const late: (() => void)[] = []
  const waiting: (() => void)[] = []
  const echoes = new Map<string, (code: string) => void>()
  let [signOns, signOffs, mishapsMet, isUp, losesSignOn, port] = [0, 0, 0, true, false, 0]
  let choose: ((type: string) => Mishap | undefined) | undefined

  const send = (line: Socket, fields: Fields, how?: Mishap) => {
    const frame = framed(signed(fields, how === 'forged' ? Buffer.alloc(16, 7) : macKey))
    if (how === 'cut within the answer') line.end(frame.subarray(0, 20))
    else line.write(how === 'answered twice' ? Buffer.concat([frame, frame]) : frame)
  }

  const take = (line: Socket, state: { signedOn: boolean }, bytes: Buffer) => {
    const message = parse(bytes)
    const type = message[0]!
    if (type === '0810') return echoes.get(message[11]!)?.(message[39]!)
    const about = pick(message, [2, 3, 4, 7, 11, 15, 32, 37, 41, 42, 49, 50, 70, 90])
    const answer = { ...about, 0: `${type.slice(0, 2)}${Number(type[2]) + 1}0` }
    if (type === '0800') {
      if (message[70] === '001') {
        signOns++
        const isLost = losesSignOn
        losesSignOn = false
        if (isLost) return
      }
      if (message[70] === '002') signOffs++
      if (message[70] !== '301') state.signedOn = message[70] === '001'
      return send(line, { ...answer, 39: '00' })
    }
    received.push({ type, stan: message[11]!, message })
    // What it has answered once it does not answer otherwise.
    const isRepeat = type[3] === '1'
    const mishap = mishaps.get(`${type.slice(0, 3)}0`)?.shift() ?? choose?.(type)
    if (mishap) mishapsMet++
    for (const look of waiting.splice(0)) look()
    if (!state.signedOn) return send(line, { ...answer, 39: '91' })
    if (macKey && !isSigned(bytes, message, macKey)) return send(line, { ...answer, 39: '63' })
    if (mishap === 'never arrives') return
    if (mishap === 'cut before it is read') return line.destroy()
    if (mishap === 'trouble') return send(line, { ...answer, 39: '96' })
    if (mishap === 'refused' && !isRepeat) return send(line, { ...answer, 39: '12' })
    const whole = { ...answer, ...ledger.answer(message) }
    if (mishap === 'in progress') return send(line, { ...answer, 39: '09' })
    if (mishap === 'duplicate') return send(line, { ...answer, 39: '94' })
    if (mishap === 'unlisted') return send(line, { ...answer, 39: 'Z9' })
    if (mishap === 'answered late') late.push(() => send(line, whole))
    else if (mishap !== 'answer is lost') send(line, whole, mishap)
  }

  const connected = (line: Socket) => {
    if (!isUp) return line.destroy()
    lines.add(line)
    const state = { signedOn: false }
    let held: Buffer = Buffer.alloc(0)
    line.on('error', () => undefined)
    line.on('close', () => lines.delete(line))
    line.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE()) {
        const end = 2 + held.readUInt16BE()
        take(line, state, held.subarray(2 + tpdu.length, end))
        held = held.subarray(end)
      }
    })
  }
  const server = tls ? createSecureServer(tls, connected) : createServer(connected)
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  }
  const breakLines = () => {
    for (const line of lines) line.destroy()
  }
  await listen()
  return {
    get port() {
      return port
    },
    ledger,
    received,
    get signOns() {
      return signOns
    },
    get signOffs() {
      return signOffs
    },
    next: (type, mishap) => void mishaps.getOrInsert(type, []).push(mishap),
    mishapsAtRandom: (each) => {
      choose = each
    },
    get mishapsMet() {
      return mishapsMet
    },
    loseSignOn: () => {
      losesSignOn = true
    },
    arrived: async (type, count = 1) => {
      const isThere = () => received.filter((each) => each.type === type).length >= count
      while (!isThere()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    arrivedAfter: async (count) => {
      while (received.length <= count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: () => {
      for (const answer of late.splice(0).reverse()) answer()
    },
    echo: () =>
      new Promise((resolve) => {
        echoes.set('999999', resolve)
        for (const line of lines) send(line, { 0: '0800', 7: '0101000000', 11: '999999', 70: '301' })
      }),
    restart: breakLines,
    down: async () => {
      isUp = false
      breakLines()
    },
    up: async () => {
      isUp = true
    },
    close: async () => {
      breakLines()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
const tpdu = Buffer.from('6000010000', 'hex')

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(tpdu.length + message.length)
  return Buffer.concat([length, tpdu, message])
}

const pick = (message: Fields, fields: readonly number[]): Fields =>
  Object.fromEntries(fields.filter((field) => message[field] !== undefined).map((field) => [field, message[field]!]))

const macFieldOf = (fields: Fields): 64 | 128 => (Object.keys(fields).some((field) => Number(field) > 64) ? 128 : 64)

/** Messages about the line have no code. */
function signed(fields: Fields, key: Buffer | undefined): Buffer {
  if (!key || fields[0]!.startsWith('08')) return print(fields)
  const bytes = print({ ...fields, [macFieldOf(fields)]: '0000000000000000' })
  return Buffer.concat([bytes.subarray(0, -8), Buffer.from(codeOf(key, bytes.subarray(0, -8)), 'hex')])
}

const isSigned = (bytes: Buffer, message: Fields, key: Buffer): boolean =>
  (message[128] ?? message[64]) === codeOf(key, bytes.subarray(0, -8))
