import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failureOf } from './failure.ts'
import { writeFileReply } from './file-reply.ts'

/** Writes what a command has made to a file in a new folder. */
async function openFolder() {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const folder = await mkdtemp(join(tmpdir(), 'florin-file-reply-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'may.csv')
  const write = (parts: () => AsyncGenerator<string>) =>
    writeFileReply('The statement', { fileName: 'may.csv', type: 'text/csv', parts: parts() }, { file }).then(
      () => undefined,
      (error: unknown) => failureOf(error).text,
    )
  return { folder, file, write }
}

async function* twoLines() {
  yield 'id\n'
  yield '1001\n'
}

async function* brokenOff(): AsyncGenerator<string> {
  yield 'id\n'
  throw new Error('The database is gone.')
}

test('a file that breaks off is not left behind, so the same command can be typed again', async () => {
  const { folder, file, write } = await openFolder()
  expect(await write(brokenOff)).toBe('The database is gone.')
  expect(await readdir(folder)).toEqual([])
  expect(await write(twoLines)).toBeUndefined()
  expect(await readFile(file, 'utf8')).toBe('id\n1001\n')
})

test('a file that is there already is left as it is, and the operator reads what to do', async () => {
  const { file, write } = await openFolder()
  await write(twoLines)
  expect(await write(brokenOff)).toBe(`${file}: there is such a file already, and it is left as it is. Name a new one.`)
  expect(await readFile(file, 'utf8')).toBe('id\n1001\n')
})
