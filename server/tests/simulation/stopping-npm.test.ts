import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'
import { untilItServes } from './killable-program.ts'

type Way = [whom: string, signal: (pid: number) => void]
/** A group is the harder way: npm passes the signal on to a server that has it already. */
const ways: readonly Way[] = [
  ['to the process group of npm', (pid) => process.kill(-pid, 'SIGTERM')],
  ['to npm alone', (pid) => process.kill(pid, 'SIGTERM')],
]

// In small: a payment that is under way when a process stops is finished and replied to; no new request is accepted
for (const [whom, signal] of ways) {
  // In small: a payment that is under way when a process stops is finished and replied to; no new request is accepted
  longTest(`SIGTERM ${whom} stops the server in order`, async () => {
    const { npm, url, output } = await npmStart()
    const ready = () =>
      fetch(`${url}/ready`).then(
        ({ status }) => status,
        () => 'refused',
      )
    expect(await ready()).toBe(200)

    const exit = new Promise((resolve) => npm.once('exit', (code, by) => resolve(code ?? by)))
    signal(npm.pid!)

    // It serves on for its notice, and is neither cut off by the echo of the signal nor left behind.
    await expect.poll(ready).toBe(503)
    await expect.poll(ready).toBe('refused')
    expect(await exit).toBe(0)
    expect(output()).toContain('Stopping after the requests under way.')
  })
}

/** `npm start` in a process group of its own, as a service manager or a terminal starts it. */
async function npmStart(): Promise<{ npm: ChildProcess; url: string; output: () => string }> {
  const data = await scratchFolder('florin-npm-')
  const port = await freePort(undefined)
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../../..'),
    detached: true,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: await copyOfTemplate(), FLORIN_STORY: 'off' },
      ...{ FLORIN_DATA: data, FLORIN_PORT: String(port), FLORIN_LOG_LEVEL: 'error', FLORIN_STOP_NOTICE_MS: '2000' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  npm.stdout!.on('data', (chunk) => {
    text += chunk
  })
  onTestFinished(async () => {
    try {
      process.kill(-npm.pid!, 'SIGKILL')
    } catch {
      // Everything in the group has ended, as it should.
    }
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })
  await untilItServes(npm)
  return { npm, url: `http://127.0.0.1:${port}`, output: () => text }
}
