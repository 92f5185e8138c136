import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { gradeReceiver } from '#issuing/webhooks'
import { Secret } from '#kernel/base/secret.ts'
import { openOutbound } from '#kernel/http/outbound.ts'
import { read } from '../tidy/repository.ts'

const page = read('docs/partner-guide/webhooks.md').text
const signingKeys = ['a', 'b'].map((fill) => 'whsec_'.padEnd(70, fill))

/** How each language runs the receiver that the guide prints. PHP reads its program from a file. */
const languages: Record<string, (port: number, path: string) => [command: string, ...args: string[]]> = {
  js: () => [process.execPath, '--input-type=module', '-e', printed('js')],
  python: () => ['python3', '-c', printed('python')],
  php: (port, path) => ['php', '-S', `127.0.0.1:${port}`, path],
}
const printed = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)\n\`\`\`$`, 'm').exec(page)![1]!
const isInstalled = ([command]: readonly [string, ...string[]]) => spawnSync(command, ['--version']).status === 0

test('the receivers that the partner guide prints do everything right, in every language that is installed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'receivers-'))
  const outbound = openOutbound({ allowPrivate: true, timeoutMs: 5_000 })
  const running: ChildProcess[] = []
  const wrong: string[] = []
  const graded: string[] = []
  const secrets = signingKeys.map((key) => new Secret(key))
  try {
    for (const [language, commandOf] of Object.entries(languages)) {
      const port = await freePort(undefined)
      const path = join(directory, `receiver.${language}`)
      writeFileSync(path, printed(language))
      const [command, ...args] = commandOf(port, path)
      if (!isInstalled([command])) continue
      const env = { ...process.env, PORT: String(port), SIGNING_KEYS: signingKeys.join(','), TMPDIR: directory }
      const receiver = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      running.push(receiver)
      // The first line, on either stream, says that it listens.
      await Promise.race([once(receiver.stdout, 'data'), once(receiver.stderr, 'data'), once(receiver, 'exit')])
      const grades = await gradeReceiver(outbound, { url: `http://127.0.0.1:${port}/webhooks`, signingKeys: secrets })
      wrong.push(...grades.filter(({ right }) => !right).map((one) => `${language}: ${one.sent}: ${one.answered}`))
      graded.push(language)
    }
  } finally {
    for (const receiver of running) receiver.kill()
    await outbound.close()
    rmSync(directory, { recursive: true })
  }
  expect(wrong).toEqual([])
  expect(graded).toContain('js')
})
