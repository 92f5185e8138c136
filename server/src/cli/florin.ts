#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Most of the start is compiling, so compiled code is cached in the user's folder for caches; a changed file is compiled
 * again. It is not beside the packages, which `npm ci` could not remove while a program runs and writes there, and not in
 * the machine's temporary folder, where another user could replace our code. If the folder is not writable, nothing is
 * cached.
 */
try {
  enableCompileCache(join(homedir(), '.cache', 'florin'))
} catch {
  // A user without a home has no cache.
}
// Who reads the output may stop reading: florin books | head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
