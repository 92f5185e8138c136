#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Most of a start is compiling, so what was compiled once is kept, beside the packages; a changed file is compiled anew.
 * Not in the machine's temporary folder, where somebody else could put their code for ours. Where nothing can be written
 * nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/florin', import.meta.url)))
await import('./commands.ts')
