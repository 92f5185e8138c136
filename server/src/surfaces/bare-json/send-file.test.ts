import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { FileReply } from '#kernel/http/json-route.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { sendFile } from './send-file.ts'

async function served(parts: FileReply['parts']) {
  const logged: string[] = []
  const log = openLog({ level: 'info', to: { write: (line) => void logged.push(line) } })
  const http = fastify()
  http.get('/file', (request, reply) =>
    sendFile({ log }, { request, reply }, { type: 'text/csv', fileName: 'a.csv', parts }),
  )
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/file`)
  const read = await answer.text().catch((error: Error) => error)
  await http.close()
  return { answer, read, logged }
}

test('a file arrives in its parts, and is stored under its name', async () => {
  const { answer, read, logged } = await served(
    (async function* () {
      yield 'one,'
      yield Buffer.from('two')
    })(),
  )
  expect(read).toBe('one,two')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.csv"')
  expect(logged).toEqual([])
})

test('a part that fails breaks the connection off, so that no half looks whole, and is logged', async () => {
  const { read, logged } = await served(
    (async function* () {
      yield 'one,'
      throw new Error('the database is gone')
    })(),
  )
  expect(read).toBeInstanceOf(Error)
  expect(logged.join()).toContain('the database is gone')
})
