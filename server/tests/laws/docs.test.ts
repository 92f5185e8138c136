import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { generatedDocs } from '../../src/docs/generated-docs.ts'

test('the pages that are made from the code are as the code makes them (npm run docs makes them again)', async () => {
  const pages = await generatedDocs()
  const stale = []
  for (const { path, text } of pages) {
    const kept = await readFile(path, 'utf8').catch(() => undefined)
    if (kept !== text) stale.push(relative(process.cwd(), path))
  }
  expect(stale).toEqual([])
  expect(pages.length).toBeGreaterThan(0)
})
