import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeKeyFile, completeKeyFile, generateKeys, withFreshKey } from './keys.ts'

function keyFile(text = generateKeys()): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'keys.json')
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const isRoot = process.getuid?.() === 0

test('a key file that is changed keeps its mode, and its owner', () => {
  const { vault, ...older } = JSON.parse(generateKeys()).seal
  const path = keyFile()
  const owner = isRoot ? 65_534 : statSync(path).uid
  if (isRoot) chownSync(path, owner, owner)
  chmodSync(path, 0o640)
  const state = () => ({ uid: statSync(path).uid, mode: statSync(path).mode & 0o777 })
  changeKeyFile(path, (text) => withFreshKey(text, 'vault'))
  expect(state()).toEqual({ uid: owner, mode: 0o640 })
  expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).seal.vault)).toEqual(['1', '2'])

  writeFileSync(path, JSON.stringify({ ...JSON.parse(generateKeys()), seal: { vault } }))
  expect(Object.keys(older).length).toBeGreaterThan(0)
  expect(completeKeyFile(path)).toBe(true)
  expect(state()).toEqual({ uid: owner, mode: 0o640 })
  expect(readdirSync(join(path, '..'))).toEqual(['keys.json'])
})

test('of two programs that change a key file, one waits for the other, and the reason is said when that takes too long', () => {
  const path = keyFile()
  writeFileSync(`${path}.completed`, '')
  expect(() => changeKeyFile(path, (text) => withFreshKey(text, 'vault'))).toThrow('Another program changes')
  rmSync(`${path}.completed`)
  expect(() =>
    changeKeyFile(path, () => {
      throw new Error('not a key file')
    }),
  ).toThrow('not a key file')
  expect(readdirSync(join(path, '..'))).toEqual(['keys.json'])
})
