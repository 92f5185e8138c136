import { Readable } from 'node:stream'
import type { Call } from '#kernel/http/route.ts'
import { openFormParser, parsed, UploadBroken, UploadTooLarge } from './form-parser.ts'

/** A file as it arrives. Its name and type are not in here: they are only what the sender says. */
export type UploadedFile = { field: string; bytes: AsyncIterable<Uint8Array> }

type UploadOptions<T> = { fileBytesMax: number; receive(file: UploadedFile): Promise<T> }

/**
 * Reads a form with one file (`multipart/form-data`) as it arrives: the file is handed to `receive` while it comes in, and
 * never held whole. Of several files the first that has any bytes counts, since a form may offer a camera and a folder;
 * undefined when none has. When `receive` fails, the rest is read and dropped, so that the sender sees the reply.
 */
export async function receiveUpload<T>(
  { body, headers }: Pick<Call, 'body' | 'headers'>,
  { fileBytesMax, receive }: UploadOptions<T>,
): Promise<T | undefined> {
  if (!(body instanceof Readable)) return undefined
  if (Number(headers['content-length'] ?? 0) > fileBytesMax + droppedBytesMax) throw new UploadTooLarge()
  const parser = openFormParser(String(headers['content-type']), { ...limits, fileSize: fileBytesMax })
  const open = new Set<Readable>()
  let received: Promise<T | undefined> = Promise.resolve(undefined)
  parser.on('file', (field, stream) => {
    open.add(stream)
    // A part that broke off is an error of its own stream, which its reader receives.
    stream.on('error', () => {})
    const before = received
    received = (async () => {
      const first = await before
      if (first !== undefined) return first
      return await firstWithBytes({ field, stream }, receive)
    })().finally(() => stream.resume())
    received.catch(() => {})
  })
  try {
    await parsed(body, parser, fileBytesMax + droppedBytesMax)
  } catch (cause) {
    for (const stream of open) stream.destroy(new UploadBroken())
    await received.catch(() => undefined)
    throw cause instanceof UploadTooLarge ? cause : new UploadBroken('the form broke off', { cause })
  }
  return received
}
/** So much behind the largest file is read for nothing, and no more. */
const droppedBytesMax = 20_000_000

const limits = { files: 4, fields: 10, parts: 20, fieldSize: 1_000 }

type Part = { field: string; stream: Readable & { truncated: boolean } }

async function firstWithBytes<T>(
  { field, stream }: Part,
  receive: UploadOptions<T>['receive'],
): Promise<T | undefined> {
  // The parser waits for the end of each part: a reader that gives up must not destroy the stream.
  const chunks = stream.iterator({ destroyOnReturn: false })
  const first = await chunks.next()
  if (first.done) return undefined
  return receive({ field, bytes: whole(first.value, chunks, stream) })
}

async function* whole(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  stream: Part['stream'],
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
  if (stream.truncated) throw new UploadTooLarge()
}
