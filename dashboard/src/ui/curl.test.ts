import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlText } from './curl.ts'

/** What a shell makes of a command: its words, as the program would get them. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`], {
    env: { KEY: 'key-of-the-shell' },
  })
    .toString('utf8')
    .split('\0')
    .slice(0, -1)

test.each([
  "it's a 'quoted' text",
  'two\nlines\r\nand a tab\t',
  '$HOME `id` $(id) \\ ! " # ~ *',
  '@/etc/passwd',
  'ana-ștefan €18,00 🍞',
  '',
  '\n',
  "'",
])('a shell hands curl the very bytes of a body: %j', (body) => {
  const url = `https://store.example/notify?text='${encodeURIComponent(body)}'`
  expect(wordsOf(curlText({ url, headers: { 'x-note': "it's" }, body }))).toEqual([
    url,
    '-H',
    "x-note: it's",
    '--data-raw',
    body,
  ])
})

test('the shell puts its variable in the place of a key, and nowhere else', () => {
  const command = curlText({
    method: 'GET',
    url: 'https://api.example/$KEY',
    headerWithVariable: 'authorization: Bearer $KEY',
  })
  expect(command).toBe(`curl -X GET 'https://api.example/$KEY' \\\n  -H "authorization: Bearer $KEY"`)
  expect(wordsOf(command)).toEqual([
    '-X',
    'GET',
    'https://api.example/$KEY',
    '-H',
    'authorization: Bearer key-of-the-shell',
  ])
})

test('what curl would read as a pattern or leave out is sent as it is', () => {
  expect(curlText({ url: 'https://store.example/?a[]=1&b={2,3}' })).toBe(
    "curl -g 'https://store.example/?a[]=1&b={2,3}'",
  )
  expect(wordsOf(curlText({ url: 'https://store.example/', headers: { 'x-empty': '' } }))).toContain('x-empty;')
})
