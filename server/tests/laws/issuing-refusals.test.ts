import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredRefusals } from '../recordings/installation.ts'

const folders = ['../stories', '../laws', '../simulation', '../../src/core', '../../src/issuing']
const texts = folders.flatMap((folder) => {
  const path = join(import.meta.dirname, folder)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('issuing-refusals'))
    .map((file) => readFileSync(join(path, file), 'utf8'))
})
const all = texts.join('\n')

test('every refusal of partners, their customers and staff is named by a test', () => {
  const codes = [...new Set(declaredRefusals('issuing').map(({ code }) => code))]
  const met = (code: string) => new RegExp(`\\b${code}\\b`).test(all)
  expect(codes.length).toBeGreaterThan(100)
  expect(codes.filter((code) => !met(code))).toEqual([])
})
