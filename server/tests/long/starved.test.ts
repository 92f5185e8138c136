import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const drill = join(import.meta.dirname, '../../drills/starved.ts')

test('a machine that is far too slow for a minute overspends, loses and doubles nothing', {
  timeout: 900_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [drill, '--seconds', '60'])
  expect(stdout).toContain('Nothing was overspent, lost or doubled.')
  expect(stdout).toMatch(/[1-9]\d* card payments approved, [1-9]\d* card payments declined/)
})
