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
const { commandLine } = await import('./commands.ts')
try {
  await commandLine().parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
