import { execFileSync, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { untilItServes } from '../simulation/killable-program.ts'
import { scratchFolder } from '../world/scratch.ts'

const root = join(import.meta.dirname, '../../..')
let folder: string
const launcher = () => join(folder, 'node_modules/florin/bin/florin.js')

/** Made as it is released, and installed where there was nothing. */
beforeAll(async () => {
  execFileSync(process.execPath, ['server/tools/package.ts'], { cwd: root, stdio: 'pipe' })
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  folder = await scratchFolder('florin-package-')
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const archive = join(root, `dist/florin-${version}.tgz`)
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', archive], {
    cwd: folder,
    stdio: 'pipe',
  })
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('the installed package starts everything, with a database of its own', async () => {
  const { url, output } = await started(process.execPath, [launcher(), 'start'])

  expect(output()).toContain('Check the books   npx florin verify')
  for (const page of [
    '/ready',
    '/demo',
    '/dashboard',
    '/docs',
    '/docs/operating/running',
    '/docs/assets/minisearch.js',
    '/docs/api',
  ])
    expect((await fetch(`${url}${page}`)).status).toBe(200)
  const [script] = /\/dashboard\/assets\/[^"]+\.js/.exec(await (await fetch(`${url}/dashboard`)).text())!
  expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('javascript')
})

test('its own lock file pins every package below it', () => {
  const dryRun = ['ci', '--dry-run', '--omit=optional', '--prefer-offline']
  expect(execFileSync('npm', dryRun, { cwd: join(root, 'dist/package'), encoding: 'utf8', stdio: 'pipe' })).toMatch(
    /added \d+ packages/,
  )
})

test('its list of materials has every package of the lock file with its checksum, and the checksums of the files agree', async () => {
  const dist = join(root, 'dist')
  const [archive, list] = (await readFile(join(dist, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  expect(archive).toMatch(/^[0-9a-f]{64} {2}florin-[\d.]+\.tgz$/)
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: dist, encoding: 'utf8' })).toMatch(/OK\n.*OK\n$/)
  const bill = JSON.parse(await readFile(join(dist, list!.split('  ')[1]!), 'utf8')) as Bill
  const { packages } = JSON.parse(await readFile(join(dist, 'package/package-lock.json'), 'utf8')) as Locked

  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'florin' } } })
  const locked = Object.entries(packages).flatMap(([place, { version, integrity }]) =>
    place === '' ? [] : [`${place.split('node_modules/').at(-1)}@${version} ${hexOf(integrity)}`],
  )
  const listed = bill.components.map(({ name, version, hashes }) => `${name}@${version} ${hashes?.[0]?.content}`)
  expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted())
})
type Bill = { components: { name: string; version: string; hashes?: { content: string }[] }[] }
type Locked = { packages: Readonly<Record<string, { version: string; integrity: string }>> }
const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')

test('an older Node starts it with the Node that came with the package', async () => {
  const older = await scratchFolder('florin-older-node-')
  onTestFinished(() => rm(older, { recursive: true, force: true }))
  const name = `node-${process.platform}-${process.arch}`
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', `${name}@${olderNode}`], {
    cwd: older,
    stdio: 'pipe',
  })
  const { url } = await started(join(older, 'node_modules', name, 'bin/node'), [launcher(), 'start'])

  expect((await fetch(`${url}/ready`)).status).toBe(200)
})
const olderNode = '20.20.2'

/** Starts the command, and waits until it serves. */
async function started(program: string, parameters: string[]): Promise<{ url: string; output: () => string }> {
  const port = await freePort(undefined)
  const data = await scratchFolder('florin-packaged-')
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: process.env.HOME ?? '/', FLORIN_STORY: 'off', FLORIN_LOG_LEVEL: 'error' },
    ...{ FLORIN_DATA: data, FLORIN_PORT: String(port) },
  }
  const child = spawn(program, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
    await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  await untilItServes(child)
  return { url: `http://127.0.0.1:${port}`, output: () => text }
}
