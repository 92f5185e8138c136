import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * Sends bytes as a client was seen to send them, on one connection; returns everything received until it closed or fell
 * silent.
 */
export async function sendRaw(port: number, packets: readonly string[]): Promise<RawAnswer[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const chunks: Buffer[] = []
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      chunks.push(Buffer.from(chunk))
      if (isWhole(Buffer.concat(chunks).toString())) socket.end()
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  for (const packet of packets) {
    await new Promise((resolve) => socket.write(packet, resolve))
    // The server reads what it was sent so far before it is sent more.
    await setImmediate()
  }
  await closed
  return answersIn(Buffer.concat(chunks).toString())
}

export type RawAnswer = { status: number; reason: string; head: string; body: unknown }

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n') + 4
    const head = rest.slice(0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const [, status, reason] = /^HTTP\/1\.1 (\d+) (.*)\r\n/.exec(head) ?? []
    const body = Buffer.from(rest.slice(end)).subarray(0, length).toString()
    answers.push({ status: Number(status), reason: reason ?? '', head, body: JSON.parse(body) })
    rest = Buffer.from(rest.slice(end)).subarray(length).toString()
  }
  return answers
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  return Buffer.byteLength(text.slice(end + 4)) >= length
}
