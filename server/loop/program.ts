import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What `npm start` prints to a person who tries it, and what the loop begins with. */
export type Program = {
  url: string
  /** Of the demo store. */
  siteId: number
  privateKey: string
  /** Of the staging programme. */
  partnerId: string
  partnerKey: string
  cardProduct: string
  /** Of the connection over which the loop plays a card network. */
  networkKey: string
  /** Runs one command of the program and returns what it prints; throws when it fails. */
  command(...args: string[]): Promise<string>
  /** A command that goes on until the program stops; each line that it prints. */
  follow(onLine: (line: string) => void, ...args: string[]): void
  stop(): Promise<void>
}

const florin = join(import.meta.dirname, '../src/cli/florin.ts')
const patienceMs = 60_000

/** Starts Florin as its users do, on a database that is made for it, and removed with it. */
export async function startProgram(): Promise<Program> {
  const data = await mkdtemp(join(tmpdir(), 'florin-loop-'))
  const networkKey = randomBytes(24).toString('hex')
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(FLORIN_|DATABASE_URL$)/.test(name))),
    FLORIN_DATA: data,
    FLORIN_PORT: '0',
    FLORIN_LOG_LEVEL: 'error',
    FLORIN_STORY: 'off',
    FLORIN_WORKER_EVERY_MS: '100',
    FLORIN_NETWORK_KEYS: `loop=${networkKey}`,
  }
  const children: ChildProcess[] = []
  const run = (args: readonly string[]) => {
    const child = spawn(process.execPath, [florin, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.unshift(child)
    return child
  }
  const stop = async () => {
    // The server is the last: the others use its database.
    for (const child of children) await ended(child)
    await rm(data, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    const welcome = await welcomeOf(run(['start']))
    const found = (what: string, pattern: RegExp): string => {
      const [, value] = pattern.exec(welcome) ?? []
      assert(value, `florin start printed no ${what}:\n${welcome}`)
      return value
    }
    const url = found('address', /Hosted checkout +(\S+)\//)
    return {
      url,
      siteId: Number(found('site', /Site +(\d+)/)),
      privateKey: found('private key', /Private key +(\S+)/),
      partnerId: found('partner', /Partner +(\d+)/),
      partnerKey: found('API key', /Partner API key +(fpk_\S+)/),
      cardProduct: found('card product', /Card product +(\S+)/),
      networkKey,
      command: (...args) =>
        new Promise((resolve, reject) => {
          execFile(process.execPath, [florin, ...args], { env }, (error, stdout) =>
            error ? reject(new Error(`florin ${args.join(' ')} failed: ${error.message}\n${stdout}`)) : resolve(stdout),
          )
        }),
      follow: (onLine, ...args) => eachLine(run(args), onLine),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** All that it prints until it serves. Rejects when it ends before, or does not begin to. */
async function welcomeOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  const late = setTimeout(() => reject(new Error(`florin start does not begin to serve:\n${printed}`)), patienceMs)
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (/^ +Stop +Ctrl\+C$/m.test(printed)) resolve(printed)
  })
  child.once('exit', (code) => reject(new Error(`florin start ended with ${code}:\n${printed}`)))
  return promise.finally(() => clearTimeout(late))
}

function eachLine(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await exit
}
