import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** How long processes run and are stopped, in turn: a machine with a tenth of its speed, in pieces. */
const runMs = 20
const stopMs = 180

/**
 * A slow machine, on demand: stops these processes and lets them run for a moment, again and again, until `end`. They are
 * asked for in each round, for PostgreSQL has a process for each connection.
 */
export function starve(pids: () => readonly number[]): { end(): Promise<void> } {
  let stopped: readonly number[] = []
  let isOver = false
  const release = () => {
    for (const pid of stopped) signal(pid, 'SIGCONT')
    stopped = []
  }
  process.once('exit', release)
  const starving = (async () => {
    while (!isOver) {
      stopped = pids()
      for (const pid of stopped) signal(pid, 'SIGSTOP')
      await pause(stopMs)
      release()
      await pause(runMs)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await starving.finally(release)
      process.removeListener('exit', release)
    },
  }
}

/** Stops a process for so long, longer than leases may last, so that others take over what it has begun. */
export async function stopFor(pid: number, ms: number): Promise<void> {
  const resume = () => signal(pid, 'SIGCONT')
  process.once('exit', resume)
  signal(pid, 'SIGSTOP')
  await pause(ms).finally(resume)
  process.removeListener('exit', resume)
}

/** A process and all that it has begun: PostgreSQL gives each of its own a process group. */
export const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)]

/** By the kernel's own list, where it has one. */
function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return listed().flatMap(([child, parent]) => (parent === pid ? [child!] : []))
  try {
    return numbers(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  } catch {
    // It has ended.
    return []
  }
}

const listed = (): number[][] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n').map(numbers)

const numbers = (text: string): number[] => text.split(' ').filter(Boolean).map(Number)

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
