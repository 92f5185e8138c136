import { once } from 'node:events'
import type { FileReply } from '#kernel/http/json-route.ts'
import { writeNewFile } from './new-file.ts'
import { print } from './printing.ts'

/** Prints a file, or writes it to a new one whose path was typed; `what` is what it is to people. */
export async function writeFileReply(
  what: string,
  { type, parts }: FileReply,
  { file }: { file?: string | undefined },
): Promise<void> {
  if (file !== undefined) {
    await writeNewFile(file, parts)
    return print({ file, type }, `${what} is in ${file}.`)
  }
  if (type === 'application/pdf') throw new Error('A PDF is no text to print. Name a file: --file <path>.')
  for await (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, 'drain')
}
