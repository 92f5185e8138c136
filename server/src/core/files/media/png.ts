import { crc32 } from 'node:zlib'
import { checkSize, MediaFault, type Walker } from './media.ts'

/** PNG (ISO/IEC 15948): the chunks in a row, each with its check sum, from the header to the end. */
export function walkPng(): Walker {
  let state: 'signature' | 'head' | 'data' | 'sum' | 'over' = 'signature'
  let wanted = signature.length
  let held = Buffer.alloc(0)
  let chunk = { type: '', left: 0, sum: 0 }
  let isFirst = true

  const finish = (part: Buffer): void => {
    if (state === 'signature') {
      if (!part.equals(signature)) throw new MediaFault('file_damaged')
    } else if (state === 'head') {
      chunk = beginChunk(part, isFirst)
    } else if (part.readUInt32BE() !== chunk.sum) throw new MediaFault('file_damaged')
    if (state === 'head') startData()
    else if (state === 'sum' && chunk.type === 'IEND') {
      state = 'over'
    } else {
      state = 'head'
      wanted = 8
    }
  }
  const startData = (): void => {
    state = chunk.left > 0 ? 'data' : 'sum'
    wanted = 4
  }
  /** The header says how large the picture is; it is the first chunk and is held whole. */
  const readData = (bytes: Buffer): number => {
    const taken = bytes.subarray(0, chunk.left)
    chunk.sum = crc32(taken, chunk.sum)
    chunk.left -= taken.length
    if (isFirst) held = Buffer.concat([held, taken])
    if (chunk.left > 0) return taken.length
    if (isFirst) checkSize(held.readUInt32BE(0), held.readUInt32BE(4))
    isFirst = false
    held = Buffer.alloc(0)
    state = 'sum'
    return taken.length
  }

  return {
    type: 'image/png',
    push: (bytes) => {
      let at = 0
      while (at < bytes.length && state !== 'over') {
        if (state === 'data') {
          at += readData(bytes.subarray(at))
          continue
        }
        const part = bytes.subarray(at, at + wanted - held.length)
        at += part.length
        held = Buffer.concat([held, part])
        if (held.length < wanted) break
        const whole = held
        held = Buffer.alloc(0)
        finish(whole)
      }
      return at
    },
    end: () => {
      if (state !== 'over') throw new MediaFault('file_damaged')
    },
  }
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const headerBytes = 13

function beginChunk(head: Buffer, isFirst: boolean): { type: string; left: number; sum: number } {
  const left = head.readUInt32BE(0)
  const type = head.toString('latin1', 4)
  const isHeader = type === 'IHDR' && left === headerBytes
  if (!/^[A-Za-z]{4}$/.test(type) || left > 0x7fffffff || isFirst !== isHeader) throw new MediaFault('file_damaged')
  return { type, left, sum: crc32(head.subarray(4)) }
}
