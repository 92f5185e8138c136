import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'

/** A message as the package `iso_8583` has it: texts by the number of the field, the type under 0. */
export type SwitchMessage = Readonly<Record<string, string>>

type Packed = { getBufferMessage(): Buffer | { error: string }; getIsoJSON(bytes: Buffer): Record<string, string> }
/** It has no types of its own. */
const Iso8583: new (message?: SwitchMessage) => Packed = createRequire(import.meta.url)('iso_8583')

/**
 * The other side of a line, with nothing of ours in it: messages are packed, framed and unpacked by the package
 * `iso_8583`, which speaks ASCII with a binary bitmap, and always sends the second one.
 */
export async function dialSwitch(port: number) {
  const socket = connect(port, '127.0.0.1')
  const received: Record<string, string>[] = []
  let held = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes])
    while (held.length >= 2 && held.length >= 2 + held.readUInt16BE()) {
      const end = 2 + held.readUInt16BE()
      received.push(new Iso8583().getIsoJSON(held.subarray(0, end)))
      held = held.subarray(end)
    }
  })
  await once(socket, 'connect')
  return {
    received,
    send: (message: SwitchMessage): void => {
      const packed = new Iso8583(message).getBufferMessage()
      if (!Buffer.isBuffer(packed)) throw new Error(packed.error)
      socket.write(packed)
    },
    /** The response with this number (field 11), once it is there. */
    response: (stan: string): Record<string, string> | undefined => received.find((message) => message[11] === stan),
    close: () => void socket.destroy(),
  }
}
