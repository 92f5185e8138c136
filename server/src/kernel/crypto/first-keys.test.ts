import fs, { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadKeyFile, readKeyRing } from '#kernel/crypto/keys.ts'

/** Runs `other` when the next new file is made, before anything is written into it. */
function whenMade(other: () => void): void {
  const real = fs.writeFileSync
  const put = (one: typeof fs.writeFileSync) => {
    fs.writeFileSync = one
    syncBuiltinESMExports()
  }
  onTestFinished(() => put(real))
  put((path, text, options) => {
    put(real)
    fs.closeSync(fs.openSync(path as string, 'wx', 0o600))
    other()
    real(path, text, { ...(options as object), flag: 'r+' })
  })
}

const load = (path: string) => loadKeyFile(path, { mayGenerate: true }).reveal()
const newPath = () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-first-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'keys.json')
}

test('of two programs that start at once on an empty folder both have the same keys', () => {
  const path = newPath()
  let other = ''
  whenMade(() => {
    other = load(path)
  })
  const own = load(path)
  expect(readKeyRing(other).newestVersion('vault')).toBe(1)
  expect(own).toBe(other)
  expect(load(path)).toBe(own)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['keys.json'])
})

test('a key file without keys is not replaced, and the error does not recommend fresh ones in its place', () => {
  const path = newPath()
  writeFileSync(path, '', { mode: 0o600 })
  expect(() => readKeyRing(load(path))).toThrow('Restore the copy that you keep')
})
