#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Most of the start is compiling, so compiled code is cached beside the packages; a changed file is compiled again. The
 * cache is not in the machine's temporary folder, where another user could replace our code. If the folder is not
 * writable, nothing is cached.
 */
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/florin', import.meta.url)))
const { commandLine } = await import('./commands.ts')
try {
  await commandLine().parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
