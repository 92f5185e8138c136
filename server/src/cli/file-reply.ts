import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import type { FileReply } from '#kernel/http/json-route.ts'
import { print } from './printing.ts'

/** Prints a file, or writes it to a new one whose path was typed; `what` is what it is to people. */
export async function writeFileReply(
  what: string,
  { type, parts }: FileReply,
  { file }: { file?: string | undefined },
): Promise<void> {
  if (file !== undefined) {
    // Never over a file that is there already; other users of the machine may not read it.
    const created = await open(file, 'wx', 0o600)
    try {
      await created.writeFile(parts)
    } catch (error) {
      // Half a file would be taken for a whole one, and stand in the way of the next try.
      await rm(file)
      throw error
    } finally {
      await created.close()
    }
    return print({ file, type }, `${what} is in ${file}.`)
  }
  if (type === 'application/pdf') throw new Error('A PDF is no text to print. Name a file: --file <path>.')
  for await (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, 'drain')
}
