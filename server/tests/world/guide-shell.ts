import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { commandsOf, curlRequest } from '../../src/surfaces/docs-site/curl.ts'
import { runCommand } from '../recordings/command-line.ts'
import type { World } from './world.ts'

/**
 * What a page prints for things that every installation numbers anew, and what they are here, looked up when a line is
 * typed; of several the nth line has the nth, and those after them the last.
 */
export type Substitutions = Readonly<Record<string, string | readonly string[] | (() => Promise<string>)>>

/**
 * The shell of a reader who types what an operator's page prints, in a folder of their own: `florin`, `curl` to the
 * installation, `export`, and a reply that goes to a file. Any other program is an error.
 */
export type GuideShell = {
  /** Types one line, which must succeed. */
  types(line: string): Promise<void>
  /** Types one that is refused, and returns why. */
  isRefused(line: string): Promise<string>
  /** What the commands printed so far. */
  printed(): string
}

type Reader = { world: World; folder: string; substitutions: Substitutions }

export function openGuideShell({ world, folder, substitutions }: Reader): GuideShell {
  const exported: Record<string, string> = { HOME: folder }
  const seen = new Map<string, number>()
  const replies: string[] = []
  const placed = (word: string) => (isFile.test(word) ? join(folder, word.split('/').at(-1)!) : word)
  const runs = async (line: string) => {
    const [words = []] = commandsOf(await substituted(line, substitutions, seen), exported)
    const to = words.indexOf('>')
    const typed = (to < 0 ? words : words.slice(0, to)).map(placed)
    const result = await carriesOut(typed, { world, exported })
    if (to >= 0) await writeFile(join(folder, words[to + 1]!), result.printed)
    replies.push(result.printed)
    return result
  }
  return {
    types: async (line) => {
      const { error } = await runs(line)
      if (error) throw new Error(`${line}: ${error.message}`, { cause: error })
    },
    isRefused: async (line) => (await runs(line)).error?.message ?? 'it was carried out',
    printed: () => replies.join('\n'),
  }
}

/** A file of the reader's: those of the folder, and those that a page puts where an operator keeps them. */
const isFile = /^(?:\/(?:etc\/florin|archive)\/)?[\w.-]+\.(?:csv|pdf|json|xml|jwe|pem|svg|jpg|gz)$/

async function substituted(line: string, substitutions: Substitutions, seen: Map<string, number>): Promise<string> {
  let text = line
  for (const [printed, own] of Object.entries(substitutions)) {
    const pattern = new RegExp(`(?<![\\w-])${RegExp.escape(printed)}(?![\\w-])`, 'g')
    if (!pattern.test(text)) continue
    const nth = seen.get(printed) ?? 0
    seen.set(printed, nth + 1)
    const value =
      typeof own === 'string' ? own : typeof own === 'function' ? await own() : own[Math.min(nth, own.length - 1)]!
    text = text.replaceAll(pattern, () => value)
  }
  return text
}

type Result = { printed: string; error: Error | undefined }
type Around = { world: World; exported: Record<string, string> }

async function carriesOut(words: readonly string[], { world, exported }: Around): Promise<Result> {
  const florin = words.indexOf('florin')
  if (words[0] === 'export') return exports(words.slice(1), exported)
  if (words[0] === 'curl') return requests(words, world)
  if (florin !== 0 && !(words[0] === 'npm' && words[1] === 'run'))
    throw new Error(`This shell has no ${words[0]}: ${words.join(' ')}`)
  const parameters = words.slice(florin + 1)
  const result = await runCommand(parameters[0] === '--' ? parameters.slice(1) : parameters)
  // Help and the version end the program with a success; a command that found something wrong, with no error.
  const isDone = result.error !== undefined && Reflect.get(result.error, 'exitCode') === 0
  process.exitCode = undefined
  return isDone ? { ...result, error: undefined } : result
}

function exports(assignments: readonly string[], exported: Record<string, string>): Result {
  for (const assignment of assignments) {
    const [name = '', value = ''] = assignment.split(/=(.*)/s)
    exported[name] = value
    vi.stubEnv(name, value)
  }
  return { printed: '', error: undefined }
}

async function requests(words: readonly string[], { http }: World): Promise<Result> {
  const { method, url, headers, payload } = curlRequest(words)
  const path = `${url.pathname}${url.search}`
  const { statusCode, body } = await http.inject({ method, url: path, headers, ...(payload && { payload }) })
  return { printed: body, error: statusCode < 300 ? undefined : new Error(`${statusCode} ${body}`) }
}
