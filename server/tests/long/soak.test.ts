import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const drill = join(import.meta.dirname, '../../drills/soak.ts')

test('two minutes of a soak: nothing costs more and more, nothing is left undone, and everything agrees', async () => {
  const running = promisify(execFile)(process.execPath, [drill, '--minutes', '2', '--per-second', '8'])
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => ({
    stdout: `${error.stdout}\n${error.stderr}`,
  }))
  expect(stdout).toContain('Nothing rises, and nothing is left undone.')
}, 900_000)
