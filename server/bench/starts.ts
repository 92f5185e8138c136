import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowsers } from './browsers.ts'
import { payOnce } from './store.ts'

/** Milliseconds from `npm start` to its first word that it is running, and to the first paid order. */
export type Start = { running: number; paid: number }

/** The first start makes the database and the keys; the second finds them. */
export async function measureStarts(): Promise<{ cold: Start; warm: Start }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bench-start-'))
  try {
    return { cold: await startAndPay(dataDir), warm: await startAndPay(dataDir) }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startAndPay(dataDir: string): Promise<Start> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, FLORIN_DATA: dataDir, FLORIN_PORT: '0', DATABASE_URL: '', FLORIN_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: what npm starts is stopped with it.
    detached: true,
  })
  try {
    const { url, siteId, privateKey } = await welcomeOf(child)
    const running = performance.now() - began
    const browsers = openBrowsers(url, 1)
    await payOnce({ siteId, privateKey, browsers, regulars: [] }, 'new')
    const paid = performance.now() - began
    await browsers.close()
    return { running, paid }
  } finally {
    await stop(child)
  }
}

/** What a newcomer reads on the screen: where it runs, and the demo shop's credentials. */
async function welcomeOf(child: ChildProcess): Promise<{ url: string; siteId: number; privateKey: string }> {
  let text = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    text += chunk
    const url = /Hosted checkout +(http\S+?)\/$/m.exec(text)?.[1]
    const siteId = /Site +(\d+) /.exec(text)?.[1]
    const privateKey = /Private key +(sk_\S+)/.exec(text)?.[1]
    if (url && siteId && privateKey && text.includes('Ctrl+C')) return { url, siteId: Number(siteId), privateKey }
  }
  throw new Error(`npm start ended without a word of welcome: ${text}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  // Wait not only for npm, which may exit before the program it started: that one has closed its output too.
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdout!.resume()
  process.kill(-child.pid!, 'SIGTERM')
  await ended
}
