import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A program of the bench in a process of its own, which answers each message with one message. */
export type Helper = { pid: number; ask<T>(message: unknown): Promise<T>; stop(): Promise<void> }

const running = new Set<ChildProcess>()

/** For a part that failed, so that what it left running does not disturb the next. */
export function killHelpers(): void {
  for (const child of running) child.kill('SIGKILL')
}

export async function startHelper(
  file: string,
  { env = {}, args = [], execArgv = [] }: { env?: Record<string, string>; args?: string[]; execArgv?: string[] } = {},
): Promise<Helper> {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, ...env },
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await answer(child)
  return {
    pid: child.pid!,
    ask: async <T>(message: unknown) => {
      const answered = answer(child)
      child.send(message as object)
      return (await answered) as T
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await ended
    },
  }
}

function answer(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const ended = (code: number | null) => reject(new Error(`a process of the bench ended by itself: ${code}`))
  child.once('exit', ended)
  child.once('message', (message) => {
    child.off('exit', ended)
    resolve(message)
  })
  return promise
}

/** The child's side: says that it is ready, then answers. `stop` ends the process. */
export function answerParent(respond: (message: unknown) => Promise<unknown>, stop: () => Promise<void>): void {
  process.on('message', async (message) => {
    if (message !== 'stop') return process.send!(await respond(message))
    await stop()
    process.disconnect!()
  })
  // Also when the bench itself has died: then no one measures any more.
  process.on('disconnect', () => process.exit())
  process.send!('ready')
}

/**
 * Processor time in milliseconds of a process, or of a whole family with `children`; 0 where /proc is not to be had.
 */
export function processorMs(pid: number, { children = false } = {}): number {
  return (children ? family(pid) : [pid]).reduce((sum, each) => sum + ticksOf(each, each === pid && children), 0) * 10
}

function ticksOf(pid: number, withEnded: boolean): number {
  const fields = statOf(pid)
  // utime, stime, and those of ended children, in hundredths of a second (proc(5), fields 14 to 17).
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0)
}

function family(pid: number): number[] {
  const all = readable(() => readdirSync('/proc').map(Number).filter(Number.isInteger), [])
  return [pid, ...all.filter((each) => Number(statOf(each)[1]) === pid)]
}

/** The fields after the program's name, which may hold anything. */
const statOf = (pid: number): string[] =>
  readable(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' '),
    [],
  )

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
