import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { World } from '../world/world.ts'
import { ended, main } from './killable-program.ts'

/**
 * A command of the real program in a process of its own, on the database of this world. A test that fails kills it too: it
 * would go on in the database of the next file.
 */
export function startOn(
  { app: { config }, databaseUrl }: World,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<Writable, Readable, Readable> {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      FLORIN_KEYS: 'text' in config.keys ? config.keys.text.reveal() : '',
      FLORIN_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // What nobody reads must not stop it.
  child.stdout.resume()
  child.stderr.resume()
  onTestFinished(() => ended(child))
  return child
}
